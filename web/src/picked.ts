// Which image the reader looks at: the table, the view of its corners and the scene in space follow the same choice.

type Listener = (index: number) => void;

const listeners: Listener[] = [];
let picked = -1;

export const onPick = (listener: Listener): void => {
  listeners.push(listener);
};

export function pick(index: number): void {
  if (index === picked) return;
  picked = index;
  for (const listener of listeners) listener(index);
}

export const pickedFrame = (): number => picked;
