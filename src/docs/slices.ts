/** How many texts are made before others have their turn; some milliseconds of work. */
const SLICE = 100;
/** The letters of a piece: as much as is sent at once. */
const PIECE_LENGTH = 64 * 1024;

/** Gathers texts that take long to be made, and lets everything else go on in between. */
export async function gather(texts: Iterable<string>): Promise<readonly string[]> {
  const pieces: string[] = [];
  let piece = '';
  let made = 0;
  for (const text of texts) {
    piece += text;
    if (piece.length >= PIECE_LENGTH) {
      pieces.push(piece);
      piece = '';
    }
    if (++made % SLICE === 0) await nextTurn();
  }
  return [...pieces, piece];
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
