import { update } from './state.ts';

/** Copies a text; where the browser doesn't allow that, shows it. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }) {
  const copy = async () => {
    const isDone = await navigator.clipboard?.writeText(text()).then(
      () => true,
      () => false,
    );
    if (isDone) update({ announcement: 'Copied' });
    else prompt('Copy the text from here:', text());
  };
  return (
    <button type="button" onClick={() => void copy()}>
      {label}
    </button>
  );
}
