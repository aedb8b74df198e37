import type { AnswerPanel } from './answer.ts';
import { announce, find } from './dom.ts';
import { codeBlock } from './editor.ts';

const SHOWN_MS = 1500;

/** Makes a button copy a text and confirm it. If the clipboard is not available, the text is shown instead of the answer. */
export function copyAt(id: string, answer: AnswerPanel, write: () => string): void {
  const pressed = find(id, HTMLElement);
  const label = pressed.textContent;
  pressed.addEventListener('click', async () => {
    const text = write();
    const isDone = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    if (!isDone) {
      const sentences = ['Copy the text from here:'];
      answer.explain('The browser doesn’t allow copying here', sentences, codeBlock(text));
      return;
    }
    pressed.textContent = 'Copied';
    announce('Copied');
    setTimeout(() => {
      pressed.textContent = label;
    }, SHOWN_MS);
  });
}
