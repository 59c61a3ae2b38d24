// Timelines: tracks with slices, and arrows between them, on a canvas that shows as many of them as there
// are pixels. Zooms, pans and searches by mouse, touch and keyboard.
(() => {
  'use strict';
  const ROW = 18;
  const HEAD = 26;
  const NAMES = 168;
  const MOST_ARROWS = 400;
  const COLOURS = {
    compute: '--o2', issue: '--o0', wire: '--o1', 'fence/quiet': '--o3', wait: '--o4', collective: '--o5',
    device: '--idle', launch: '--quiet', quiet: '--o3',
  };
  // The work of stations has the same colours once more: no track has both.
  const STATIONS = {
    proxy: '--o3', 'queue pair': '--o4', copy: '--o2', receive: '--o5', 'signal or atomic': '--o0',
    'way back': '--idle', 'wait to send': '--quiet',
  };

  const bytes = async (text) => {
    const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };
  // Whole numbers of seven bits each, the lowest first; beyond 32 bits, so no shifts.
  const reader = (data) => {
    let at = 0;
    return () => {
      let value = 0;
      let scale = 1;
      for (;;) {
        const byte = data[at++];
        value += (byte & 127) * scale;
        if (byte < 128) return value;
        scale *= 128;
      }
    };
  };
  const time = (ps) => {
    const size = Math.abs(ps);
    if (size === 0) return '0';
    const [scale, unit] = size >= 1e12 ? [1e12, 's'] : size >= 1e9 ? [1e9, 'ms'] : size >= 1e6 ? [1e6, 'us'] : size >= 1e3 ? [1e3, 'ns'] : [1, 'ps'];
    return `${Number((ps / scale).toPrecision(6))} ${unit}`;
  };
  const firstAfter = (array, value, low, high) => { // the first place whose value is greater
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (array[middle] > value) high = middle; else low = middle + 1;
    }
    return low;
  };

  const start = async (figure) => {
    const data = JSON.parse(figure.querySelector('script').textContent);
    const canvas = figure.querySelector('canvas');
    const box = figure.querySelector('.tracks');
    const spacer = figure.querySelector('.spacer');
    const output = figure.querySelector('output');
    const search = figure.querySelector('input[type=search]');
    const found = figure.querySelector('.found');
    const context = canvas.getContext('2d', { alpha: false });
    const next = reader(await bytes(data.slices));
    let end = 1;
    const tracks = data.tracks.map((track) => {
      const size = track.slices;
      const all = {
        ...track, from: new Float64Array(size), to: new Float64Array(size), what: new Uint16Array(size),
        line: new Uint32Array(size), operation: new Int32Array(size),
      };
      let before = 0;
      for (let i = 0; i < size; i++) {
        before += next();
        all.from[i] = before;
        all.to[i] = before + next();
        all.what[i] = next();
        all.line[i] = next();
        all.operation[i] = next() - 1;
        if (all.to[i] > end) end = all.to[i];
      }
      return all;
    });
    const more = reader(await bytes(data.arrows));
    const count = data.messages;
    const arrows = {
      issued: new Float64Array(count), at: new Float64Array(count), source: new Uint32Array(count), target: new Uint32Array(count),
      size: new Float64Array(count), what: new Uint16Array(count), line: new Uint32Array(count), operation: new Int32Array(count),
    };
    let longest = 0;
    for (let i = 0, before = 0; i < count; i++) {
      before += more();
      arrows.issued[i] = before;
      arrows.at[i] = before + more();
      arrows.source[i] = more();
      arrows.target[i] = more();
      arrows.size[i] = more();
      arrows.what[i] = more();
      arrows.line[i] = more();
      arrows.operation[i] = more();
      longest = Math.max(longest, arrows.at[i] - before);
    }
    const byOperation = new Map(Array.from(arrows.operation, (operation, i) => [operation, i]));

    let from = 0;
    let to = end;
    let chosen = null; // a track and a slice
    let hits = null; // for each track, whether a slice is one
    let hitList = [];
    let hit = -1;
    let colours = [];
    let ink = {};
    let width = 0;
    let height = 0;
    let pending = false;
    const legend = figure.querySelector('.legend');
    const names = () => Math.min(NAMES, width * 0.34);
    const span = () => to - from;
    const x = (t) => names() + ((t - from) / span()) * (width - names());
    const t = (px) => from + ((px - names()) / (width - names())) * span();

    const theme = () => {
      const style = getComputedStyle(figure);
      const colour = (name) => style.getPropertyValue(name).trim();
      const probe = document.createElement('span');
      figure.append(probe);
      const resolved = (name) => { probe.style.color = `var(${name})`; return getComputedStyle(probe).color; };
      colours = data.names.map((name) => resolved(COLOURS[name] ?? STATIONS[name] ?? '--quiet'));
      ink = Object.fromEntries(['--ground', '--raised', '--line', '--text', '--quiet', '--bad', '--link'].map((name) => [name, resolved(name)]));
      ink.font = colour('--mono') || 'monospace';
      probe.remove();
      const keys = data.names.map((name, i) => {
        const item = document.createElement('span');
        item.className = 'item';
        const key = document.createElement('span');
        key.className = 'swatch';
        key.style.background = colours[i];
        item.append(key, name);
        return item;
      });
      const some = (wanted) => keys.filter((_, i) => wanted === (data.names[i] in STATIONS)).flatMap((key) => [key, ' ']);
      legend.replaceChildren('Agents: ', ...some(false), ...(some(true).length ? ['stations: ', ...some(true)] : []));
    };

    const size = () => {
      width = box.clientWidth;
      height = Math.min(box.clientHeight, HEAD + tracks.length * ROW);
      const scale = devicePixelRatio || 1;
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
      context.setTransform(scale, 0, 0, scale, 0, 0);
      spacer.style.height = `${Math.max(0, HEAD + tracks.length * ROW - height)}px`;
    };

    const row = (number) => HEAD + number * ROW - box.scrollTop;

    // Neighbouring pixels of one colour are one rectangle: setting colours and filling are what takes time.
    let strip = null;
    const flush = () => {
      if (strip) {
        context.globalAlpha = strip.faint ? 0.18 : 1;
        context.fillStyle = colours[strip.what];
        context.fillRect(strip.left, strip.y, strip.right - strip.left, ROW - 4);
        strip = null;
      }
    };
    const paint = (left, right, y, what, faint) => {
      if (strip && strip.what === what && strip.faint === faint && left <= strip.right) {
        strip.right = right;
      } else {
        flush();
        strip = { left, right, y, what, faint };
      }
    };

    const slices = (track, number) => {
      const y = row(number) + 2;
      let i = firstAfter(track.to, from, 0, track.to.length);
      const marked = hits?.[number];
      const labels = [];
      while (i < track.from.length && track.from[i] < to) {
        const left = Math.max(names(), x(track.from[i]));
        const right = Math.min(width, x(track.to[i]));
        if (right - left < 1) {
          // Of all that ends within this pixel, a long one stands for the others.
          const column = Math.floor(left);
          const last = firstAfter(track.to, t(column + 1), i, track.to.length);
          let most = i;
          for (let k = i, step = Math.max(1, (last - i) >> 3); k < last; k += step) {
            if (marked ? marked[k] : track.to[k] - track.from[k] > track.to[most] - track.from[most]) most = k;
          }
          paint(column, column + 1, y, track.what[most], Boolean(marked && !marked[most]));
          i = Math.max(i + 1, last);
          continue;
        }
        paint(left, right, y, track.what[i], Boolean(marked && !marked[i]));
        if (right - left > 44) {
          flush();
          labels.push([i, left, right]);
        }
        i++;
      }
      flush();
      context.globalAlpha = 1;
      for (const [slice, left, right] of labels) {
        const name = data.names[track.what[slice]];
        context.fillStyle = ink[name === 'device' || name === 'way back' ? '--text' : '--ground'];
        const label = name + (track.line[slice] ? ` :${data.lines[track.line[slice] - 1].split(':').pop()}` : '');
        const room = Math.floor((right - left - 6) / 6.3);
        context.fillText(label.length > room ? `${label.slice(0, room - 1)}…` : label, left + 3, y + ROW / 2 - 1.5);
      }
    };

    const lines = () => {
      const first = firstAfter(arrows.issued, from - longest, 0, count);
      const last = firstAfter(arrows.issued, to, 0, count);
      const step = Math.max(1, Math.ceil((last - first) / MOST_ARROWS));
      context.strokeStyle = ink['--text'];
      context.lineWidth = 1;
      context.globalAlpha = step > 1 ? 0.15 : 0.45;
      context.beginPath();
      const some = [];
      for (let i = first; i < last; i += step) {
        if (arrows.at[i] < from) continue;
        const y0 = row(arrows.source[i]) + ROW / 2;
        const y1 = row(arrows.target[i]) + ROW / 2;
        if ((y0 < HEAD && y1 < HEAD) || (y0 > height && y1 > height)) continue;
        context.moveTo(x(arrows.issued[i]), y0);
        context.lineTo(x(arrows.at[i]), y1);
        some.push([x(arrows.at[i]), y1, y1 >= y0]);
      }
      context.stroke();
      if (step === 1 && some.length < 300) {
        context.fillStyle = ink['--text'];
        for (const [px, py, down] of some) {
          context.beginPath();
          context.moveTo(px, py);
          context.lineTo(px - 3, py + (down ? -6 : 6));
          context.lineTo(px + 3, py + (down ? -6 : 6));
          context.fill();
        }
      }
      context.globalAlpha = 1;
    };

    const ruler = () => {
      context.fillStyle = ink['--raised'];
      context.fillRect(0, 0, width, HEAD);
      const rough = span() / Math.max(2, (width - names()) / 110);
      const power = 10 ** Math.floor(Math.log10(rough));
      const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough);
      context.strokeStyle = ink['--line'];
      context.fillStyle = ink['--quiet'];
      context.beginPath();
      for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
        const px = Math.round(x(at)) + 0.5;
        context.moveTo(px, HEAD - 6);
        context.lineTo(px, height);
        const label = time(Number(at.toPrecision(12)));
        if (px + 6 + label.length * 6.5 < width) context.fillText(label, px + 3, HEAD / 2);
      }
      context.stroke();
    };

    const draw = () => {
      pending = false;
      context.font = `11px ${ink.font}`;
      context.textBaseline = 'middle';
      context.fillStyle = ink['--ground'];
      context.fillRect(0, 0, width, height);
      ruler();
      const first = Math.max(0, Math.floor(box.scrollTop / ROW));
      const last = Math.min(tracks.length, Math.ceil((box.scrollTop + height - HEAD) / ROW));
      context.save();
      context.beginPath();
      context.rect(0, HEAD, width, height - HEAD);
      context.clip();
      for (let number = first; number < last; number++) slices(tracks[number], number);
      context.save();
      context.beginPath();
      context.rect(names(), HEAD, width - names(), height - HEAD);
      context.clip();
      lines();
      context.restore();
      if (chosen) {
        const track = tracks[chosen.track];
        const left = x(track.from[chosen.slice]);
        context.strokeStyle = ink['--bad'];
        context.lineWidth = 2;
        context.strokeRect(left, row(chosen.track) + 1, Math.max(3, x(track.to[chosen.slice]) - left), ROW - 2);
      }
      for (let number = first; number < last; number++) {
        const y = row(number);
        const head = number === 0 || tracks[number - 1].group !== tracks[number].group;
        context.fillStyle = ink['--ground'];
        context.fillRect(0, y, names() - 4, ROW);
        context.fillStyle = ink['--text'];
        const group = head || number === first ? `${tracks[number].group}: ` : '';
        const label = group && tracks[number].name.startsWith(tracks[number].group) ? tracks[number].name : group + tracks[number].name;
        const room = Math.floor((names() - 10) / 6.7);
        context.fillText(label.length > room ? `${label.slice(0, room - 1)}…` : label, 4, y + ROW / 2);
        if (head) {
          context.strokeStyle = ink['--line'];
          context.lineWidth = 1;
          context.beginPath();
          context.moveTo(0, y + 0.5);
          context.lineTo(width, y + 0.5);
          context.stroke();
        }
      }
      context.restore();
      figure.dataset.frames = String(Number(figure.dataset.frames ?? 0) + 1);
    };
    const redraw = () => {
      if (!pending) {
        pending = true;
        requestAnimationFrame(draw);
      }
    };

    const show = (a, b) => {
      const least = 10; // ps
      let wide = Math.min(end, Math.max(least, b - a));
      from = Math.max(0, Math.min(a, end - wide));
      to = from + wide;
      figure.dataset.from = String(from);
      figure.dataset.to = String(to);
      redraw();
    };
    const zoom = (factor, around = (from + to) / 2) => show(around - (around - from) * factor, around + (to - around) * factor);
    const pan = (part) => show(from + span() * part, to + span() * part);

    const words = (number, i) => {
      const track = tracks[number];
      const parts = [`${track.group === track.name ? '' : `${track.group}, `}${track.name}: ${data.names[track.what[i]]}`, `from ${time(track.from[i])} for ${time(track.to[i] - track.from[i])}`];
      if (track.line[i]) parts.push(`at ${data.lines[track.line[i] - 1]}`);
      const message = byOperation.get(track.operation[i]);
      if (message !== undefined) {
        parts.push(`operation ${track.operation[i]}: ${data.kinds[arrows.what[message]]} of ${arrows.size[message]} bytes from ${tracks[arrows.source[message]].group} to ${tracks[arrows.target[message]].group}`);
        if (arrows.line[message]) parts.push(`called at ${data.lines[arrows.line[message] - 1]}`);
      }
      return parts.join('; ');
    };
    const choose = (number, i, move) => {
      chosen = { track: number, slice: i };
      output.textContent = words(number, i);
      if (move) {
        const track = tracks[number];
        const middle = (track.from[i] + track.to[i]) / 2;
        const wide = Math.min(span(), Math.max(span() / 8, (track.to[i] - track.from[i]) * 3));
        if (track.from[i] < from || track.to[i] > to) show(middle - wide / 2, middle + wide / 2);
        const y = row(number);
        if (y < HEAD || y > height - ROW) box.scrollTop += y - height / 2;
      }
      redraw();
    };
    const at = (px, py) => {
      const number = Math.floor((py - HEAD + box.scrollTop) / ROW);
      if (py < HEAD || px < names() || number >= tracks.length) return null;
      const track = tracks[number];
      const i = firstAfter(track.to, t(px - 1), 0, track.to.length);
      return i < track.from.length && track.from[i] <= t(px + 1) ? [number, i] : null;
    };

    const look = () => {
      const text = search.value.trim().toLowerCase();
      hitList = [];
      hit = -1;
      hits = null;
      found.textContent = '';
      if (text) {
        const names_ = data.names.map((name) => name.toLowerCase().includes(text));
        const lines_ = data.lines.map((line) => line.toLowerCase().includes(text));
        const number = /^(operation )?\d+$/.test(text) ? Number(text.replace(/\D/g, '')) : -1;
        hits = tracks.map((track, n) => {
          const whole = `${track.group} ${track.name}`.toLowerCase().includes(text);
          const marks = new Uint8Array(track.from.length);
          for (let i = 0; i < marks.length; i++) {
            if (whole || names_[track.what[i]] || (track.line[i] && lines_[track.line[i] - 1]) || (number >= 0 && track.operation[i] === number)) {
              marks[i] = 1;
              hitList.push([n, i]);
            }
          }
          return marks;
        });
        found.textContent = `${hitList.length} found`;
      }
      redraw();
    };
    const step = (by) => {
      if (hitList.length === 0) return;
      hit = (hit + by + hitList.length) % hitList.length;
      choose(...hitList[hit], true);
      found.textContent = `${hit + 1} of ${hitList.length}`;
    };

    const actions = {
      in: () => zoom(0.5), out: () => zoom(2), left: () => pan(-0.25), right: () => pan(0.25), all: () => show(0, end),
      next: () => step(1), previous: () => step(-1),
    };
    figure.querySelectorAll('button[data-do]').forEach((button) => button.addEventListener('click', actions[button.dataset.do]));
    search.addEventListener('input', look);
    search.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') {
        event.preventDefault();
        step(event.shiftKey ? -1 : 1);
      }
    });
    canvas.addEventListener('keydown', (event) => {
      const keys = { ArrowLeft: () => pan(-0.1), ArrowRight: () => pan(0.1), '+': actions.in, '=': actions.in, '-': actions.out, Home: actions.all, ArrowUp: () => { box.scrollTop -= ROW; }, ArrowDown: () => { box.scrollTop += ROW; } };
      if (keys[event.key]) {
        event.preventDefault();
        keys[event.key]();
      }
    });
    canvas.addEventListener('wheel', (event) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        zoom(1.002 ** event.deltaY, t(event.offsetX));
      } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        event.preventDefault();
        pan((event.deltaX || event.deltaY) / width);
      }
    }, { passive: false });
    const fingers = new Map();
    let grabbed = null;
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, event.offsetX);
      grabbed = { px: event.offsetX, py: event.offsetY, from, to, moved: false, distance: 0 };
      if (fingers.size === 2) {
        const [a, b] = fingers.values();
        grabbed.distance = Math.abs(a - b);
      }
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!grabbed) {
        canvas.style.cursor = at(event.offsetX, event.offsetY) ? 'pointer' : 'grab';
        return;
      }
      fingers.set(event.pointerId, event.offsetX);
      if (fingers.size === 2 && grabbed.distance > 0) {
        const [a, b] = fingers.values();
        const factor = grabbed.distance / Math.max(10, Math.abs(a - b));
        const middle = grabbed.from + (grabbed.to - grabbed.from) / 2;
        show(middle - (middle - grabbed.from) * factor, middle + (grabbed.to - middle) * factor);
        return;
      }
      const moved = event.offsetX - grabbed.px;
      if (Math.abs(moved) > 3) grabbed.moved = true;
      const by = (moved / (width - names())) * (grabbed.to - grabbed.from);
      if (grabbed.moved) show(grabbed.from - by, grabbed.to - by);
    });
    const release = (event) => {
      fingers.delete(event.pointerId);
      if (grabbed && !grabbed.moved && event.type === 'pointerup') {
        const hitAt = at(event.offsetX, event.offsetY);
        if (hitAt) choose(...hitAt, false);
      }
      if (fingers.size === 0) grabbed = null;
    };
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
    canvas.addEventListener('dblclick', (event) => zoom(0.4, t(event.offsetX)));
    box.addEventListener('scroll', redraw, { passive: true });
    document.addEventListener('themechange', () => { theme(); redraw(); });
    new ResizeObserver(() => { size(); draw(); }).observe(box);
    theme();
    size();
    show(0, end);
    draw();
    figure.dataset.ready = 'true';
  };
  document.querySelectorAll('figure.timeline').forEach(start);
})();
