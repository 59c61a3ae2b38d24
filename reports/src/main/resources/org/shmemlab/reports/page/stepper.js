// Goes through the schedule of a diagram, and shows the state at each step.
(() => {
  'use strict';
  const start = (figure) => {
    const data = JSON.parse(figure.querySelector(':scope > script').textContent);
    const picture = data.picture;
    const last = picture.moments.length - 1;
    const range = figure.querySelector('input[type=range]');
    const output = figure.querySelector('output');
    const body = (name) => figure.querySelector(`.state .${name} tbody`);
    const marked = [...figure.querySelectorAll('svg [data-step]')];
    let now = last;

    const row = (cells, changed) => {
      const line = document.createElement('tr');
      if (changed) {
        line.className = 'changed';
      }
      for (const value of cells) {
        line.insertCell().textContent = value;
      }
      return line;
    };
    const fill = (name, rows) => {
      const none = name === 'memory' ? 'no word is touched' : 'none';
      body(name).replaceChildren(...(rows.length ? rows : [row([none])]));
    };
    const source = (line) => {
      const text = (data.lines[line.file] ?? {})[line.line];
      return text ? `${line.line} ${text}` : `${line.file}:${line.line}`;
    };
    const name = (lane) => data.lanes[lane];

    const values = [];
    const valuesAt = (moment) => {
      while (values.length <= moment) {
        const before = values.length ? values[values.length - 1] : [];
        const next = [...before];
        for (const change of picture.moments[values.length].changes) {
          next[change.cell] = change.value;
        }
        values.push(next);
      }
      return values[moment];
    };

    const show = (moment) => {
      now = Math.max(0, Math.min(last, moment));
      range.value = now;
      for (const element of marked) {
        const step = Number(element.dataset.step);
        element.classList.toggle('later', step > now && !element.classList.contains('step'));
        element.classList.toggle('now', step === now && element.classList.contains('step'));
      }
      const ticks = picture.ticks.map((tick, index) => ({ tick, index })).filter(({ tick }) => tick.step <= now);
      const here = ticks.filter(({ tick }) => tick.step === now).map(({ tick, index }) =>
        (tick.lanes.length ? tick.lanes.map(name).join(', ') + ': ' : '') + data.words[index]);
      const conflict = now === last && picture.missing ? ' Here the two accesses meet: nothing orders them.' : '';
      output.textContent =
        (last === 0 ? 'In every order' : now === 0 ? `Before the first of ${last} steps` : `Step ${now} of ${last}`) +
        (here.length ? ': ' + here.map((one) => one.replace(/;$/, '')).join('; ') : '') + '.' + conflict;
      fill('agents', picture.moments[now].agents.map((agent, lane) =>
        row([name(lane), agent.line ? source(agent.line) : '', agent.state || 'may go on'])));
      const changed = new Set(now === 0 ? [] : picture.moments[now].changes.map((change) => change.cell));
      const held = valuesAt(now);
      fill('memory', picture.cells.map((cell, index) => row([`PE ${cell.pe}`, cell.name, held[index] ?? '-'], changed.has(index))));
      const flying = [];
      picture.flights.forEach((flight, index) => {
        const own = ticks.filter(({ tick }) => tick.flight === index);
        const all = picture.ticks.filter((tick) => tick.flight === index);
        const over = flight.over && own.length === all.length;
        if (own.length && !over) {
          flying.push(row([index + 1, flight.call, own.length === 1 ? 'issued' : data.words[own[own.length - 1].index].replace(/^\d+ /, '')]));
        }
      });
      fill('flights', flying);
      fill('windows', picture.windows
        .map((window, index) => ({ window, index }))
        .filter(({ window }) => {
          const opened = picture.ticks[Math.max(0, window.opened)]?.step ?? 0;
          const closed = window.closed < 0 ? Infinity : picture.ticks[window.closed].step;
          return opened <= now && now < closed;
        })
        .map(({ index }) => row([data.windows[index]])));
    };

    const go = { first: () => 0, back: () => now - 1, forward: () => now + 1, last: () => last };
    for (const button of figure.querySelectorAll('[data-go]')) {
      button.addEventListener('click', () => show(go[button.dataset.go]()));
    }
    range.addEventListener('input', () => show(Number(range.value)));
    figure.querySelector('.stepper').addEventListener('keydown', (event) => {
      const keys = { ArrowLeft: 'back', ArrowRight: 'forward', ArrowUp: 'back', ArrowDown: 'forward', Home: 'first', End: 'last' };
      const which = keys[event.key];
      if (which) {
        event.preventDefault();
        show(go[which]());
      }
    });
    show(last);
  };
  const all = [...document.querySelectorAll('figure.diagram')];
  // A page of many diagrams opens at once, too: each begins when it is about to be seen.
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting) {
        seen.unobserve(entry.target);
        start(entry.target);
      }
    }
  }, { rootMargin: '400px' });
  all.forEach((figure) => (all.length > 12 ? seen.observe(figure) : start(figure)));
  document.addEventListener('unpacked', (event) => event.target.querySelectorAll('figure.diagram').forEach(start));
})();
