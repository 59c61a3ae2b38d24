// The page to work in: one lab at a time, its program, and what came of it.
import { makeEditor } from '/editor.js';

const $ = (id) => document.getElementById(id);
const root = document.documentElement;
const kept = {
  get: (key) => { try { return localStorage.getItem('shmemlab.' + key); } catch { return null; } },
  set: (key, value) => { try { localStorage.setItem('shmemlab.' + key, value); } catch { /* it is only kept where that is allowed */ } },
};
const element = (name, text, style) => {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  if (style) made.className = style;
  return made;
};

// ---------------------------------------------------------------- light and dark, here and in the pages shown

const preferred = matchMedia('(prefers-color-scheme: dark)');
const theme = () => root.dataset.theme ?? (preferred.matches ? 'dark' : 'light');
const tell = (frame) => frame.contentWindow?.postMessage(theme(), '*'); // it has no origin to name
const showTheme = () => {
  $('theme').setAttribute('aria-pressed', String(theme() === 'dark'));
  document.querySelectorAll('iframe').forEach(tell);
};
if (kept.get('theme')) root.dataset.theme = kept.get('theme');
$('theme').addEventListener('click', () => {
  root.dataset.theme = theme() === 'dark' ? 'light' : 'dark';
  kept.set('theme', root.dataset.theme);
  showTheme();
});
preferred.addEventListener('change', showTheme);
showTheme();

// ---------------------------------------------------------------- tabs

const tabs = [...document.querySelectorAll('[role=tab]')];
const choose = (name) => {
  for (const tab of tabs) {
    const chosen = tab.getAttribute('aria-controls') === name;
    tab.setAttribute('aria-selected', String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    $(tab.getAttribute('aria-controls')).hidden = !chosen;
  }
};
tabs.forEach((tab, index) => {
  tab.addEventListener('click', () => choose(tab.getAttribute('aria-controls')));
  tab.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      const next = tabs[(index + step + tabs.length) % tabs.length];
      next.focus();
      next.click();
    }
  });
});

// ---------------------------------------------------------------- the server

const say = (id, text, tone = '') => {
  $(id).textContent = text;
  $(id).className = tone;
};
const status = (text, tone) => say('status', text, tone);
const ask = async (path, body) => {
  const answer = await fetch(path, body
    ? { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    : {});
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  return told;
};
const buttons = ['run', 'check', 'grade', 'time'].map($);
const during = async (words, work) => {
  if (buttons[0].disabled) return;
  buttons.forEach((button) => { button.disabled = true; });
  status(words);
  try {
    await work();
  } catch (error) {
    status(error instanceof TypeError ? 'The server does not answer; is it still running?' : error.message, 'bad');
  } finally {
    buttons.forEach((button) => { button.disabled = false; });
  }
};

// ---------------------------------------------------------------- the lab

const known = await ask('/labs').catch((error) => { status(error.message, 'bad'); return { labs: [], examples: [], places: [], transports: [] }; });
// The playground is a page of labs without a task: each example is one.
const playing = known.examples.length > 0;
if (playing) {
  known.labs = known.examples.map((one) => ({ ...one, start: one.text, html: '', pes: 2, place: { platform: 'hgx-h200', transport: '', pesPerNode: 0 }, macros: [] }));
  root.dataset.playing = '';
}
let lab = null;
const editor = makeEditor($('editor'), (text) => { if (lab) kept.set('text.' + lab.name, text); }, () => run());
const number = (id) => Number.parseInt($(id).value, 10) || 0;
// As compilers take -D: a macro without a value is 1.
const macros = () => Object.fromEntries($('macros').value.trim().split(/\s+/).filter(Boolean).map((word) => {
  const [name, ...value] = word.split('=');
  return [name, value.length ? value.join('=') : '1'];
}));
const program = () => ({ text: editor.text(), define: macros(), pes: number('pes') });

const options = (select, values) => {
  select.replaceChildren(...values.map(([value, text]) => {
    const option = element('option', text);
    option.value = value;
    return option;
  }));
};
const showLabs = () => {
  options($('lab'), known.labs.map((one) => {
    const points = kept.get('points.' + one.name);
    if (playing) return [one.name, one.title];
    return [one.name, `${one.number} ${one.title}${points ? `, ${points} of ${one.points} points` : ''}`];
  }));
  if (lab) $('lab').value = lab.name;
};
const showTransports = (chosen = '') => {
  const place = known.places.find((one) => one.platform === $('platform').value);
  options($('transport'), [['', 'its first network'], ...place.transports.map((one) => [one, one])]);
  $('transport').value = chosen;
};
const clear = () => {
  const words = { output: 'Nothing has run yet.', orders: 'No order has been looked at yet.', timeline: 'Nothing has been timed yet.', points: 'Nothing has been graded yet.' };
  for (const [id, text] of Object.entries(words)) $(id).replaceChildren(element('p', text, 'quiet'));
  choose('output');
  status('');
  say('task', '');
};
const enter = (name) => {
  lab = known.labs.find((one) => one.name === name) ?? known.labs[0];
  if (!lab) return;
  if (!playing) {
    $('title').textContent = `Lab ${lab.number}: ${lab.title}`;
    $('about').textContent = `About ${lab.minutes} minutes, ${lab.points} points`;
  }
  $('text').innerHTML = lab.html; // of the teacher, and no script of it would run
  $('pes').value = lab.pes;
  $('seed').value = 0;
  $('platform').value = lab.place.platform;
  showTransports(lab.place.transport);
  $('node').value = lab.place.pesPerNode;
  $('orders-of').value = '';
  $('macros').value = '';
  $('macros-help').textContent = lab.macros.length
    ? `before the first line; the grade sets ${lab.macros.join(', ')}${lab.small ? `, and looks at all orders with ${lab.small}` : ''}`
    : 'before the first line';
  editor.show(kept.get('text.' + lab.name) ?? lab.start);
  kept.set('lab', lab.name);
  $('next').hidden = playing || lab === known.labs.at(-1);
  showLabs();
  clear();
};
options($('platform'), known.places.map((one) => [one.platform, one.platform]));
options($('orders-of'), [['', 'NVSHMEM\u2019s documents'], ...(playing ? [['all', 'documents and all transports']] : []), ...known.transports.map((one) => [one, one])]);
$('platform').addEventListener('change', () => showTransports());
$('lab').addEventListener('change', () => enter($('lab').value));
$('next').addEventListener('click', () => enter(known.labs[known.labs.indexOf(lab) + 1].name));

// ---------------------------------------------------------------- what can be done with it

const showOutput = (told) => {
  const parts = [];
  if (told.printed.length) {
    const lines = element('ol', '', 'lines');
    for (const piece of told.printed) {
      for (const text of piece.text.replace(/\n$/, '').split('\n')) {
        const line = element('li');
        line.append(element('span', `PE ${piece.pe}`, 'pe'), element('span', text, piece.error ? 'error' : ''));
        lines.append(line);
      }
    }
    lines.tabIndex = 0;
    lines.setAttribute('aria-label', 'What the PEs printed');
    parts.push(lines);
  }
  const said = [...told.details, ...told.marks.map((mark) => `${mark.line ? `Line ${mark.line}: ` : ''}${mark.text}`)];
  if (said.length) {
    const list = element('ul', '', 'said');
    list.append(...said.map((text) => element('li', text)));
    parts.push(list);
  }
  if (!parts.length) parts.push(element('p', 'It printed nothing.', 'quiet'));
  $('output').replaceChildren(...parts);
};
const showPage = (id, title, told) => {
  if (!told.page) return false;
  const frame = element('iframe');
  frame.title = title;
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.addEventListener('load', () => tell(frame));
  frame.src = told.page;
  $(id).replaceChildren(frame);
  return true;
};
const finish = (told, tab) => {
  editor.mark(told.marks);
  status(told.summary, told.good ? 'good' : 'bad');
  choose(tab);
};

// "Not yet done" is no mistake: something is missing that the task asks for. "Wrong" is one, with a finding.
const tone = (results) => results.some((one) => one.wrong) ? 'bad' : results.every((one) => one.state === 'MET') ? 'good' : 'todo';
const verdicts = { good: 'Task met', todo: 'Not yet done', bad: 'Wrong' };
const showTask = (results) => {
  const looked = results.filter((one) => one.state !== 'OPEN');
  const first = looked.find((one) => one.state !== 'MET') ?? results.find((one) => one.state === 'OPEN');
  const how = tone(results);
  const next = first?.state === 'OPEN' ? `Grade looks at the rest: ${first.says}` : first?.says;
  say('task', verdicts[how] + (next ? `: ${next}.` : '.'), how);
};
const run = () => during('Running ...', async () => {
  const told = await ask('/run', { ...program(), seed: number('seed') });
  showOutput(told);
  finish(told, 'output');
  if (!playing) showTask((await ask('/task', { text: editor.text(), lab: lab.name })).results);
});
const untouched = () => editor.text() === lab.start;
const check = () => during('Looking at all orders ...', async () => {
  say('task', !playing && untouched() ? 'Not yet done: this is the start of the lab.' : '', 'todo');
  const told = await ask('/check', { ...program(), transport: $('orders-of').value });
  const page = showPage('orders', 'All orders of the program', told);
  showOutput(told);
  finish(told, page ? 'orders' : 'output');
  if (!playing && untouched()) $('status').className = 'todo';
});
const time = () => during('Timing ...', async () => {
  const place = { platform: $('platform').value, transport: $('transport').value, pesPerNode: number('node') };
  const told = await ask('/time', { ...program(), place });
  showOutput(told);
  const page = showPage('timeline', 'The program in simulated time', told);
  finish(told, page ? 'timeline' : 'output');
});
const words = (result) => result.state === 'MET' ? 'met' : result.state === 'ONE_DOCUMENT' ? 'half' : result.wrong ? 'wrong' : 'todo';
const signs = { met: 'Yes', half: 'By one document', wrong: 'Wrong', todo: 'Not yet' };
const grade = () => during('Grading ...', async () => {
  const told = await ask('/grade', { text: editor.text(), lab: lab.name });
  const parts = [element('p', `${told.points} of ${told.of} points`, 'total')];
  for (const result of told.results) {
    const box = element('section', '', `result ${words(result)}`);
    const head = element('h3', `${signs[words(result)]}: ${result.says}`);
    head.append(element('span', `${result.points}/${result.of}`, 'count'));
    box.append(head);
    if (result.seen) box.append(element('p', result.seen, 'quiet'));
    for (const [say, finding] of result.troubles) {
      if (say) box.append(element('p', say, 'say'));
      box.append(element('p', finding, 'finding'));
    }
    parts.push(box);
  }
  $('points').replaceChildren(...parts);
  kept.set('points.' + lab.name, String(Math.max(told.points, Number(kept.get('points.' + lab.name) ?? 0))));
  showLabs();
  editor.mark(told.results.flatMap((result) => result.troubles.flatMap(([, text]) =>
    [...text.matchAll(/lab\.cu:(\d+):(\d+)/g)].map(([, line, column]) => ({ line: Number(line), column: Number(column), error: true, text })))));
  status(`${told.points} of ${told.of} points`, tone(told.results));
  showTask(told.results);
  choose('points');
});
$('run').addEventListener('click', run);
$('check').addEventListener('click', check);
$('time').addEventListener('click', time);
$('grade').addEventListener('click', grade);

// ---------------------------------------------------------------- files

$('save').addEventListener('click', () => {
  const link = element('a');
  link.href = URL.createObjectURL(new Blob([editor.text()], { type: 'text/plain' }));
  link.download = `${lab.name}.cu`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});
$('open').addEventListener('click', () => $('file').click());
$('file').addEventListener('change', async () => {
  const [file] = $('file').files;
  $('file').value = '';
  if (!file) return;
  if (file.size > 65536) {
    status(`${file.name} is larger than 64 KiB.`, 'bad');
    return;
  }
  const text = await file.text();
  const named = /^(?:\/\/.*\n)*?\/\/\s*lab:\s*(\w+)/.exec(text)?.[1];
  const asked = known.labs.find((one) => one.name === named || String(one.number) === named);
  if (asked && asked !== lab) enter(asked.name);
  editor.replace(text);
  status(asked ? `${file.name} is open.` : `${file.name} does not say which lab it is for; it is open as an answer to this one.`);
});
$('again').addEventListener('click', () => {
  editor.replace(lab.start);
  status('Back at the start; undo (Ctrl+Z) brings your text back.');
});

// ---------------------------------------------------------------- a link that holds the program

const through = async (stream, bytes) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
const packed = async (text) => btoa(String.fromCharCode(...await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text))))
  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const unpacked = async (word) => new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'),
  Uint8Array.from(atob(word.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))));
$('link').hidden = !playing;
$('link').addEventListener('click', async () => {
  location.hash = await packed(editor.text());
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  status('The address of this page holds the program now; it is copied where the browser allows that.');
});

showLabs();
enter(playing ? null : kept.get('lab'));
if (playing && location.hash.length > 1) {
  await unpacked(location.hash.slice(1)).then(editor.replace, () => status('The address holds no program.', 'bad'));
}
