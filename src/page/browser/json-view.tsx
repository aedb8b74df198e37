import { type JsonNode, scanJson } from '../../text/json/places.ts';

/** The limit on the characters of a body that is shown as a tree; longer ones are shown as text. */
const MAX_CHARACTERS = 200_000;
/** The level down to which a tree is open. */
const OPEN_LEVELS = 5;
const MAX_ITEMS = 500;

/** A body: JSON in colors that can be folded, each value as it was written, or any other text. */
export function BodyView({ body, label }: { readonly body: string; readonly label: string }) {
  const root = body.length > MAX_CHARACTERS ? undefined : scanJson(body);
  return (
    <section class="body" aria-label={label}>
      <pre dir="auto">
        {root ? <Value node={root} text={body} level={1} /> : body.slice(0, MAX_CHARACTERS)}
      </pre>
    </section>
  );
}

interface ValueProps {
  readonly node: JsonNode;
  readonly text: string;
  readonly level: number;
}

function Value({ node, text, level }: ValueProps) {
  const { items, members, start, end } = node;
  const inner =
    items?.map((each) => ['', each] as const) ??
    (members && [...members].map(([name, each]) => [name, each] as const));
  if (!inner || inner.length === 0) {
    const source = text.slice(start, end);
    return <span class={source.startsWith('"') ? 'string' : 'value'}>{source}</span>;
  }
  const [open, close] = items ? ['[', ']'] : ['{', '}'];
  return (
    <details open={level <= OPEN_LEVELS}>
      <summary>
        {open} <span class="quiet">{inner.length}</span>
      </summary>
      <ul>
        {inner.slice(0, MAX_ITEMS).map(([name, each], at) => (
          <li key={String(at)}>
            {!items && <span class="name">{JSON.stringify(name)}</span>}
            {!items && ': '}
            <Value node={each} text={text} level={level + 1} />
          </li>
        ))}
        {inner.length > MAX_ITEMS && <li class="quiet">… {inner.length - MAX_ITEMS} more</li>}
      </ul>
      {close}
    </details>
  );
}
