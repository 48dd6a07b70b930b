#!/bin/sh
# What `make dist` packs is all that it takes, and where it is built does not
# matter: the archive builds, without git, and installs the same files from two
# folders; and packing again gives the same archive.
# $1: the name of the archive, without .tar.gz.
set -eu
name=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mv "$name.tar.gz" "$folder/first"
make -s dist
cmp "$name.tar.gz" "$folder/first"
for place in a a/longer/way; do
    mkdir -p "$folder/$place"
    tar -xzf "$name.tar.gz" -C "$folder/$place"
    env -u MAKEFLAGS GIT_DIR=/nonexistent make -s -C "$folder/$place/$name" \
        -j"$(nproc)" install DESTDIR="$folder/$place/root" PREFIX=/usr
done
diff -r "$folder/a/root" "$folder/a/longer/way/root"
(cd "$folder/a/root" && find . -type f | sort)
echo 'the same from two folders'
