/** The paths of a service with many endpoints. What tells them apart comes first, in a segment with a parameter, or last. */
const shapes = [
  (n) => `/things${n}`,
  (n) => `/things${n}/{id}`,
  (n) => `/things${n}/{id}/parts`,
  (n) => `/{id}/kind${n}`,
  (n) => `/shop/{id}:verb${n}`,
];

/** The path of the endpoint of this number. */
export function pathOf(n) {
  return shapes[n % shapes.length](n);
}

/** The paths of one shape among those of so many endpoints. */
export function pathsOf(shape, count) {
  return Array.from({ length: count }, (_, n) => pathOf(n)).filter((_, n) => n % shapes.length === shape);
}
