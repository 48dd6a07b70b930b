'use strict';
{
const one = id => document.getElementById(id);
const value = text => { const [a, b] = text.split('/');
	return b ? a / b : +a; };
const svg = (name, text) => {
	const node = document.createElementNS(
		'http://www.w3.org/2000/svg', name);
	node.textContent = text || '';
	return node; };
const now = one('now'), time = one('time'), at = one('at');
const { left, width, finish, unit, send, top, lower, lane, foot } =
	now.dataset;
const name = now.dataset.name || '';
const last = value(finish), group = one('marks');
const place = t => +left + Math.floor(width * t / last + 1e-6);
/* Both cells of a transmission, and its label if the upper one has room. */
const cells = (sent, arrival, from, to, what) => {
	const node = svg('g');
	const span = t => [place(t), Math.max(
		place(t + value(send)) - place(t) - 1, 1)];
	const [x, w] = span(arrival), y = +top + lane * to;
	const tag = isNaN(what) ?
		Math.floor(sent / value(send) + 1e-6) : what - 1;
	const add = (kind, x, w, y, high) => {
		const cell = svg('path');
		cell.setAttribute('class', `a${tag % 48}${kind}`);
		cell.setAttribute('d', `M${x} ${y}h${w}v${high}h-${w}z`);
		node.append(cell);
	};
	add(' sent', ...span(sent), +top + lane * from + +lower, 11);
	add('', x, w, y, 15);
	if (8 * what.length <= w + 1) {
		const label = svg('text', what);
		label.setAttribute('x', x + (w >> 1));
		label.setAttribute('y', y + +foot);
		node.append(label);
	}
	return node; };
const still = [...group.children];
if (send) {
	group.replaceChildren();
	group.nextElementSibling.remove();
}
const sends = one('rows').textContent.trim().split('\n')
	.filter(line => line).map((line, i) => {
		const words = line.split(' ');
		const [begin, from, to, what, stop] = words;
		const row = document.createElement('tr');
		const sent = value(begin), end = value(stop);
		let mark = still[i];
		for (const word of words)
			row.insertCell().textContent = word;
		one('table').tBodies[0].append(row);
		if (send) {
			mark = cells(sent, Math.max(end - value(send), sent),
				from, to, what);
			group.append(mark);
		}
		mark.append(svg('title', `${what} from ${from} to ${to}, ` +
			`sent at ${begin}${name}, received at ${stop}${name}`));
		return { row, mark, sent, from, to, what, end };
	});
const processor = one('processor'), message = one('message');
time.max = Math.round(last * unit);
time.value = time.max;
const step = Math.ceil(time.max / 200);
let timer = 0;
function show() {
	const t = time.value / unit;
	let there = 0;
	for (const s of sends) {
		const off = processor.value && s.from !== processor.value &&
			s.to !== processor.value ||
			message.value && s.what !== message.value;
		for (const node of [s.row, s.mark]) {
			node.classList.toggle('off', !!off);
			node.classList.toggle('later', s.sent >= t && t < last);
			node.classList.toggle('now', s.sent < t && t <= s.end &&
				t < last);
		}
		there += s.end <= t;
	}
	now.setAttribute('transform',
		`translate(${+left + width * t / last} 0)`);
	now.style.visibility = 'visible';
	at.textContent = `${+t.toFixed(4)}${name}: ` +
		`${there} of ${sends.length} received`;
}
function pause() {
	clearInterval(timer);
	timer = 0;
	one('play').textContent = 'Play';
}
one('play').onclick = () => {
	if (timer)
		return pause();
	if (+time.value >= +time.max)
		time.value = 0;
	one('play').textContent = 'Pause';
	timer = setInterval(() => {
		time.value = +time.value + step;
		show();
		if (+time.value >= +time.max)
			pause();
	}, 400);
	show();
};
const fill = (select, names) => select.append(...[...new Set(names)]
	.sort((a, b) => parseInt(a) - parseInt(b))
	.map(name => new Option(name)));
fill(processor, sends.flatMap(s => [s.from, s.to]));
fill(message, sends.map(s => s.what));
for (const input of [time, processor, message])
	input.oninput = show;
const choose = (select, name) => {
	select.value = select.value === name ? '' : name;
	show();
};
for (const s of sends) {
	for (const node of [s.row, s.mark])
		node.onclick = () => choose(message, s.what);
}
for (const text of document.querySelectorAll('#lanes text'))
	text.onclick = () => choose(processor, text.textContent);
const what = document.querySelector('th:nth-child(4)').textContent;
one('what').textContent = what[0].toUpperCase() + what.slice(1);
/* The axis and the processors' numbers stay in place when one scrolls. */
const figure = document.querySelector('figure');
figure.onscroll = () => {
	one('axis').setAttribute('transform',
		`translate(0 ${figure.scrollTop})`);
	one('lanes').setAttribute('transform',
		`translate(${figure.scrollLeft} 0)`);
};
one('controls').hidden = one('table').hidden = false;
show();
}
