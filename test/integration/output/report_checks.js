// What a browser makes of a report's page, in frames of several widths and colour schemes: `#result` is the JSON of a list
// of complaints. The page that includes this has set `frames` to the frames' elements.
'use strict';

const complaints = [];

function luminance([r, g, b]) {
  const [x, y, z] = [r, g, b].map(value => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}
const parts = colour => (colour.match(/[\d.]+/g) || []).map(Number);
function contrast(one, other) {
  const [light, dark] = [luminance(parts(one)), luminance(parts(other))].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const isOpaque = colour => colour && colour !== 'none' && !(parts(colour).length === 4 && parts(colour)[3] === 0);
function behind(window, element) {
  if (element.namespaceURI.endsWith('svg')) {
    // What is drawn last under the middle of the text.
    const box = element.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    const under = [...element.closest('svg').querySelectorAll('rect')].filter(rect => {
      const area = rect.getBoundingClientRect();
      return area.left <= x && x <= area.right && area.top <= y && y <= area.bottom;
    });
    if (under.length && !element.classList.contains('halo')) return window.getComputedStyle(under.pop()).fill;
  }
  for (let node = element; node; node = node.parentElement) {
    const colour = window.getComputedStyle(node).backgroundColor;
    if (isOpaque(colour)) return colour;
  }
  return 'rgb(255, 255, 255)';
}

function checkFrame(frame) {
  const window = frame.contentWindow, page = frame.contentDocument;
  const complain = text => complaints.push(`${frame.id}: ${text}`);
  for (const error of window.errors) complain(`error: ${error}`);
  const dark = luminance(parts(window.getComputedStyle(page.body).backgroundColor)) < 0.5;
  if (dark !== frame.id.startsWith('dark')) complain(`the page is ${dark ? 'dark' : 'light'}`);

  for (const state of ['as it is', 'with all details open']) {
    const extent = page.documentElement.scrollWidth;
    if (extent > window.innerWidth) complain(`${state} it is ${extent} wide, ${window.innerWidth} are there`);
    page.querySelectorAll('details').forEach(item => { item.open = true; });
  }

  for (const area of page.querySelectorAll('svg.area')) {
    const boxes = [...area.querySelectorAll('rect.b')].map(rect => [rect.dataset, rect.getBoundingClientRect()]);
    boxes.forEach(([one, a], index) => {
      for (const [other, b] of boxes.slice(index + 1)) {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        // A kernel may write a buffer over one that it reads.
        const isOver = (upper, lower) => (upper.over || '').split(',').includes(lower.name);
        if (wide > 0.05 && high > 0.05 && !isOver(one, other) && !isOver(other, one))
          complain(`${one.name} and ${other.name} overlap by ${wide} x ${high}`);
      }
      const box = area.getBoundingClientRect();
      if (a.left < box.left - 0.01 || a.right > box.right + 0.01 || a.top < box.top || a.bottom > box.bottom)
        complain(`${one.name} lies outside the drawing`);
    });
    for (const label of area.querySelectorAll('.label')) {
      const text = label.getBoundingClientRect(), box = label.previousElementSibling.getBoundingClientRect();
      if (text.width && (text.right > box.right + 1 || text.bottom > box.bottom + 1)) complain(`the label ${label.textContent} is cut`);
    }
  }

  let least = 21;
  for (const element of page.querySelectorAll('body *')) {
    const own = [...element.childNodes].some(node => node.nodeType === 3 && node.nodeValue.trim());
    if (!own || ['SCRIPT', 'STYLE', 'title'].includes(element.tagName) || !element.checkVisibility()) continue;
    const style = window.getComputedStyle(element);
    const ink = element.namespaceURI.endsWith('svg') ? style.fill : style.color, ground = behind(window, element);
    const ratio = contrast(ink, ground);
    least = Math.min(least, ratio);
    if (ratio < 4.5) complain(`'${element.textContent.slice(0, 20)}' is ${ink} on ${ground}: contrast ${ratio.toFixed(2)}`);
  }
  return least;
}

// Sorts by each column, and must find all rows again.
function checkSorting(frame) {
  for (const table of frame.contentDocument.querySelectorAll('table')) {
    const count = table.tBodies[0].rows.length;
    for (const button of table.querySelectorAll('thead button')) {
      const column = button.parentElement.cellIndex;
      for (const direction of [1, -1]) {
        button.click();
        const values = [...table.tBodies[0].rows].map(row => row.cells[column].querySelector('data')?.value);
        const down = button.parentElement.ariaSort === 'descending';
        const numbers = values.filter(value => value !== undefined).map(Number);
        if (numbers.some((value, i) => i && (down ? value > numbers[i - 1] : value < numbers[i - 1])) && numbers.length === count)
          complaints.push(`${table.id} is not in the order of column ${column}, direction ${direction}: ${numbers}`);
        if (values.length !== count) complaints.push(`${table.id} had ${count} rows, now ${values.length}`);
      }
    }
  }
}

addEventListener('load', () => {
  let least = 0;
  try {
    least = Math.min(...frames.map(checkFrame));
    checkSorting(frames[0]);
  } catch (error) {
    complaints.push(`the checks failed: ${error.stack}`);
  }
  document.getElementById('result').textContent = JSON.stringify({complaints, least, frames: frames.length});
});
