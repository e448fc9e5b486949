'use strict';
// The page is readable without this script. It sorts tables, fits labels to the available width, and shows which row
// and which rectangles belong to a step.
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

function keyOf(row, column) {
  const cell = row.cells[column], number = cell.querySelector('data');
  return number ? Number(number.value) : cell.textContent.trim();
}
function sortBy(table, column, down) {
  const body = table.tBodies[0];
  const rows = all('tr', body).map(row => [keyOf(row, column), row]);
  rows.sort(([a], [b]) => {
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
    return down ? -order : order;
  });
  body.append(...rows.map(([, row]) => row));
}
for (const table of all('table'))
  all('thead th', table).forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const down = head.ariaSort ? head.ariaSort === 'ascending' : head.classList.contains('n');
      all('thead th', table).forEach(other => other.removeAttribute('aria-sort'));
      head.ariaSort = down ? 'descending' : 'ascending';
      sortBy(table, column, down);
    });
  });

function fitLabels() {
  for (const label of all('svg .label')) {
    const rect = label.previousElementSibling, {letter, short} = rect.dataset;
    const glyphs = Math.floor((rect.getBoundingClientRect().width - 8) / 6.7), rest = glyphs - letter.length - 1;
    label.textContent = glyphs < letter.length ? '' : short.length <= rest ? `${letter} ${short}`
      : rest < 6 ? letter : `${letter} \u2026${short.slice(1 - rest)}`;
  }
}

// What can be scrolled says so, and fades out where it goes on.
function hintAtScrolling() {
  for (const area of all('.scroll')) {
    const most = area.scrollWidth - area.clientWidth;
    area.classList.toggle('before', area.scrollLeft > 1);
    area.classList.toggle('after', area.scrollLeft < most - 1);
    const hint = area.closest('figure')?.querySelector('.hint');
    if (hint) hint.hidden = most <= 1;
  }
}
for (const area of all('.scroll')) area.addEventListener('scroll', hintAtScrolling, {passive: true});
function fit() {
  fitLabels();
  hintAtScrolling();
}
fit();
addEventListener('resize', fit);

function mark(step) {
  for (const item of all('svg .b'))
    item.classList.toggle('on', step >= Number(item.dataset.first) && step <= Number(item.dataset.last));
  for (const item of all('svg .live, #kernel-table tbody tr'))
    item.classList.toggle('on', Number(item.dataset.step) === step);
}
for (const item of all('svg .live, #kernel-table tbody tr')) {
  item.addEventListener('mouseenter', () => mark(Number(item.dataset.step)));
  item.addEventListener('mouseleave', () => mark(-1));
}

const plots = all('.plot .scroll');
for (const plot of plots)
  plot.addEventListener('scroll', () => plots.forEach(other => { other.scrollLeft = plot.scrollLeft; }));
addEventListener('beforeprint', () => all('details').forEach(item => { item.open = true; }));

// A notebook gives the frame around the page this height.
if (window.parent !== window) {
  const tell = () => window.parent.postMessage({tircReportHeight: Math.ceil(document.body.getBoundingClientRect().height)}, '*');
  new ResizeObserver(tell).observe(document.body);
}
for (const item of all('details')) item.addEventListener('toggle', hintAtScrolling);
