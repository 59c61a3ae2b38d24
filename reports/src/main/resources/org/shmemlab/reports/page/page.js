// The toggle between light and dark, links into what is folded, and tables that sort, filter and copy.
(() => {
  'use strict';
  const root = document.documentElement;
  const toggle = document.getElementById('theme');
  const asked = () => root.dataset.theme;
  const dark = () => (asked() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const show = () => {
    toggle.setAttribute('aria-pressed', String(dark()));
    document.dispatchEvent(new Event('themechange'));
  };
  window.shmemlab = { dark };
  toggle.addEventListener('click', () => {
    root.dataset.theme = dark() ? 'light' : 'dark';
    show();
  });
  // A page that shows this one in a frame says which it has, and has the toggle for both.
  addEventListener('message', (event) => {
    if (event.source === parent && (event.data === 'light' || event.data === 'dark')) {
      root.dataset.theme = event.data;
      toggle.hidden = true;
      show();
    }
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  toggle.setAttribute('aria-pressed', String(dark()));

  // The target of a link may be folded.
  const unfold = () => {
    let part = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const target = part;
    for (; part; part = part.parentElement) {
      if (part.tagName === 'DETAILS') {
        part.open = true;
      }
    }
    target?.scrollIntoView();
  };
  addEventListener('hashchange', unfold);
  unfold();

  const text = (cell) => cell.textContent.trim().replace(/\s*\n\s*/g, '; ');
  const number = (value) => Number(value.replace(/[,%\s]/g, ''));
  const compare = (a, b) => {
    const x = number(a);
    const y = number(b);
    return a !== '' && b !== '' && !Number.isNaN(x) && !Number.isNaN(y) ? x - y : a.localeCompare(b, 'en', { numeric: true });
  };

  for (const box of document.querySelectorAll('.table')) {
    const table = box.querySelector('table');
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      head.querySelector('.sort').addEventListener('click', () => {
        const down = head.getAttribute('aria-sort') === 'ascending';
        heads.forEach((other) => other.setAttribute('aria-sort', 'none'));
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        const body = table.tBodies[0];
        const rows = [...body.rows].sort(
          (a, b) => compare(text(a.cells[column]), text(b.cells[column])) * (down ? -1 : 1));
        body.append(...rows);
      });
    });
    const filter = box.querySelector('.filter');
    if (filter) {
      const choice = box.querySelector('.choice');
      const show = () => {
        const word = filter.value.trim().toLowerCase();
        const chosen = choice?.value ?? '';
        let count = 0;
        for (const row of table.tBodies[0].rows) {
          row.hidden = !row.textContent.toLowerCase().includes(word)
            || (chosen !== '' && !row.dataset.choices.includes(` ${chosen} `));
          count += row.hidden ? 0 : 1;
        }
        box.querySelector('.shown').textContent = count + ' of ' + table.tBodies[0].rows.length + ' rows';
      };
      filter.addEventListener('input', show);
      filter.addEventListener('change', show);
      choice?.addEventListener('change', show);
    }
    const copy = box.querySelector('.copy');
    copy.addEventListener('click', async () => {
      const quoted = (value) => (/[",\n]/.test(value) ? '"' + value.replaceAll('"', '""') + '"' : value);
      const csv = [...table.rows].filter((row) => !row.hidden).map((row) => [...row.cells].map((cell) => quoted(text(cell))).join(',')).join('\n') + '\n';
      let done = true;
      try {
        await navigator.clipboard.writeText(csv);
      } catch {
        const area = document.createElement('textarea');
        area.value = csv;
        document.body.append(area);
        area.select();
        done = document.execCommand('copy');
        area.remove();
      }
      copy.dataset.copied = String(done);
      copy.textContent = done ? 'Copied' : 'The browser does not let pages copy';
      setTimeout(() => { copy.textContent = 'Copy as CSV'; }, 2000);
    });
  }
})();
