/** The invalid request that every framework gets: an address without a domain, no name, an invalid zip and a quantity of 0. */
export const request = {
  email: 'ada',
  address: { zip: 'x' },
  items: [{ qty: 1 }, { qty: 0 }],
};
