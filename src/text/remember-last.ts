/** Makes a function that remembers its last result, for one that is nearly always called with the same object. */
export function rememberLast<Given extends object, Made>(
  make: (given: Given) => Made,
): (given: Given) => Made {
  let last: { readonly given: Given; readonly made: Made } | undefined;
  return (given) => {
    if (last?.given !== given) last = { given, made: make(given) };
    return last.made;
  };
}
