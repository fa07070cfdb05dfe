// A table that is wider than its place says so: not every browser shows a bar, and a shadow alone is easily missed.

const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) mark(target as HTMLElement);
});

const mark = (element: HTMLElement): void => {
  element.classList.toggle('more-right', element.scrollLeft + element.clientWidth < element.scrollWidth - 2);
};

export function hintScrolling(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('.scroll')) {
    observer.observe(element);
    element.addEventListener('scroll', () => mark(element), { passive: true });
  }
}
