import { expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { documentOf } from './_document.ts';

/** Which items of a list a query asks a mock for that remembers, in which order. */

const string = { type: 'string' };
const number = { type: 'number' };
const Book = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    title: string,
    price: number,
    tags: { type: 'array', items: string },
    isSold: { type: 'boolean' },
    createdAt: string,
    note: { type: ['string', 'null'] },
    shop: { type: 'object', properties: { city: string } },
  },
};
const books = [
  {
    id: 1,
    title: 'Dune',
    price: 10,
    tags: ['sf', 'desert'],
    isSold: true,
    createdAt: '2026-01-05',
    note: null,
    shop: { city: 'Rome' },
  },
  {
    id: 2,
    title: 'Emma',
    price: 7.5,
    tags: ['love'],
    isSold: false,
    createdAt: '2026-02-01',
    note: 'kept',
    shop: { city: 'Oslo' },
  },
  {
    id: 3,
    title: 'Ulysses',
    price: 20,
    tags: [],
    isSold: false,
    createdAt: '2026-03-01',
    shop: { city: 'Rome' },
  },
  {
    id: 4,
    title: 'dune messiah',
    price: 9,
    tags: ['sf'],
    isSold: true,
    createdAt: '2025-12-31',
    note: 'a,b',
    shop: { city: 'Bari' },
  },
];

/** A client that says which books a query asks for. The parameters of all queries are declared. */
function finder(queries: readonly string[], schema = {}) {
  const names = new Set(queries.flatMap((query) => [...new URLSearchParams(query).keys()]));
  const parameters = Array.from(names, (name) => ({ name, in: 'query', schema }));
  const content = (schema: object) => ({ content: { 'application/json': { schema } } });
  const one = content({ $ref: '#/components/schemas/Book' });
  const all = content({ type: 'array', items: { $ref: '#/components/schemas/Book' } });
  const get = { parameters, responses: { 200: { description: 'Books', ...all } } };
  const post = { requestBody: one, responses: { 201: { description: 'A book', ...one } } };
  const document = documentOf({ '/books': { get, post } }, { schemas: { Book } });
  const app = fromDocument(document, { remember: { '/books': books } });
  return async (query: string) => {
    const reply = await app.fetch(new Request(`http://localhost/books?${query}`));
    const found: readonly { readonly id: number }[] = JSON.parse(await reply.text());
    return found.map(({ id }) => id).join(' ');
  };
}

const ALL = '1 2 3 4';
const operators: readonly (readonly [names: string, price: string, title: string])[] = [
  ['eq equals is exact iexact in oneof', '1', ''],
  ['ne neq not noteq not_eq nin notin', '2 3 4', ALL],
  ['gte ge min from since after', '1 3', ''],
  ['lte le max to until before', '1 2 4', ALL],
  ['gt', '3', ''],
  ['lt', '2 4', ALL],
  ['between', '', ''],
  ['isnull null', '', ''],
  ['notnull nnull isnotnull exists', ALL, ALL],
  ['contains containss containsi icontains cont contl co like ilike includes', '1', '1 4'],
  ['ncontains notcontains notcontainsi excl excll notlike', '2 3 4', '2 3'],
  ['startswith istartswith starts startsl sw', '1', ''],
  ['endswith iendswith ends endsl ew', '1', ''],
  ['unheard', ALL, ALL],
];

it.each(operators)('a query compares by an operator in any notation: %s', async (names, price, title) => {
  const all = names.split(' ').flatMap((name) => {
    const ofPrice = [
      `price[${name}]=10`,
      `price_${name}=10`,
      `filter[price][${name}]=10`,
      `filter=price||$${name}||10`,
    ];
    const notations = name === 'unheard' || name.includes('_') ? ofPrice.slice(0, 1) : ofPrice;
    return [...notations.map((query) => [query, price] as const), [`title[${name}]=un`, title] as const];
  });
  const find = finder(all.map(([query]) => query));
  for (const [query, ids] of all) expect([query, await find(query)]).toEqual([query, ids]);
});

it.each<
  [what: string, rows: readonly (readonly [ids: string, queries: readonly string[]])[], schema?: object]
>([
  [
    'a property by its value',
    [
      ['1', ['title=Dune', 'Title=Dune', 'id=eq.1', 'id=$eq:1', 'price=10']],
      ['1 4', ['tag=sf', 'tags=sf', 'sold=true']],
      ['1 2 4', ['tags=sf,love']],
      ['1 3', ['note=null', 'shop=Rome']],
      ['1 2', ['id=1,2', 'id=(1,2)', 'id="1","2"', 'id=in.(1,2)']],
      ['3 4', ['id=not.in.(1,2)']],
      ['2 3 4', ['id=not.eq.1', 'id=gte:2']],
      [ALL, ['price=all', 'price=any', 'price=*', 'price=ALL', 'unknown=5', 'city=Rome']],
      ['', ['id=99', 'price=10&title=Emma', 'price=allowed', 'price=-all']],
    ],
  ],
  [
    'bounds that are in the name',
    [
      ['1 3', ['minPrice=10', 'min_price=10', 'priceMin=10']],
      ['2 4', ['maxPrice=9', 'priceMax=9', 'price_lt=10']],
      ['2 3', ['createdAfter=2026-02-01', 'created_since=2026-02-01', 'createdAt[gt]=2026-01-05']],
      ['1 4', ['created_before=2026-01-05', 'price[between]=8,11', 'price_between=(8,11)']],
      ['4', ['created_at_lt=2026-01-05']],
    ],
  ],
  [
    'what is missing',
    [
      ['1 3', ['note[isnull]=true', 'note[isnull]=1', 'note[exists]=false', 'note[null]=']],
      [
        '2 4',
        ['note[isnull]=false', 'note[isnull]=0', 'note[isnull]=FALSE', 'note[exists]=true', 'note[gte]=a'],
      ],
    ],
  ],
  [
    'a part of a text',
    [
      [
        '1 4',
        [
          'title[like]=du%',
          'title[like]=du*',
          'title[like]=%un%',
          'title[startswith]=DU',
          'title[contains]=UN',
        ],
      ],
      ['4', ['title[like]=%ah', 'title[like]=*AH', 'title[endswith]=AH']],
      ['2 3', ['title[notlike]=du%']],
      ['', ['title[like]=un%', 'title[like]=%un', 'title[startswith]=un', 'title[endswith]=un']],
      [ALL, ['title[like]=%']],
    ],
  ],
  [
    'a word in any text',
    [
      ['1 4', ['search=un', 's=UN', 'query=un', 'q=un', 'searchText=un']],
      ['2', ['searchTerm=emma', 'keyword=kept', 'keywords=kept', 'term=emma', 'search[title]=Emma']],
      ['4', ['text=a,b']],
      ['', ['q=desert', 'q=rome']],
      [ALL, ['questions=un', 'mysearch=un']],
    ],
  ],
  [
    'conditions in an object',
    [
      ['2', ['filter[title]=Emma']],
      [
        '1 3',
        ['where[price][gt]=9', 'filter={"price":{"gt":9}}', 'filter[attributes]=x&filter[price][gt]=9'],
      ],
      ['1', ['filter[price][gt]=9&filter[price][lt]=15', 'conditions[price]=10', 'filter={"price":10}']],
      [
        '1 2',
        [
          'filters[or][0][price]=10&filters[or][1][title]=Emma',
          'where={"or":[{"price":10},{"title":"Emma"}]}',
        ],
      ],
      ['', ['filter[and][0][price]=10&filter[and][1][title]=Emma', 'filter=[{"price":10},{"title":"Emma"}]']],
      ['2 3 4', ['filter[not][price]=10', 'where={"not":{"price":10}}', 'filter[$not][price]=10']],
      ['2 3', ['filter[nor][0][price]=10&filter[nor][1][price]=9']],
      ['1 4', ['or[0][price]=10&or[1][price]=9']],
      [ALL, ['filter=nothing:1', 'filtered[price]=10', 'filter={"price":10', 'filter={}', 'filter[]=']],
    ],
  ],
  [
    'conditions in a text',
    [
      [
        '1',
        ['filter=price:10', 'filter=price eq 10', 'filter=price gt 9 and isSold eq true', 'filter=price==10'],
      ],
      ['1 3', ['filter=price:gt:9', 'filter=price||gt||9', 'filter=price gt 9']],
      ['2 3', ["filter=price gt 15 or title eq 'Emma'"]],
      ['1 4', ['filter=title||$cont||un', "filter=contains(title,'un')", "filter=startswith(title,'D')"]],
      ['2 4', ['filter=not (price gt 9)']],
    ],
  ],
  [
    'a page',
    [
      ['1 2', ['limit=2', 'max=2', 'first=2', 'range=[0,1]', 'maxResults=2', 'top=2', 'page[size]=2']],
      [
        '2 3',
        [
          'limit=2&offset=1',
          'take=2&skip=1',
          '_start=1&_end=3',
          'range=1-2',
          'range=items=1-2',
          'page[limit]=2&page[offset]=1',
        ],
      ],
      ['3 4', ['limit=2&page=2', 'page[size]=2&page[number]=2', 'offset=2', 'startIndex=2']],
      ['1 2 3', ['pageSize=3&pageIndex=1', 'count=3']],
      ['4', ['per_page=3&page=2']],
      ['3', ['size=1&from=2', 'page[after]=2&page[size]=1', 'cursor=2&limit=1', 'limit=1&marker=2']],
      ['2', ['start=1&end=2']],
      ['', ['limit=0', 'offset=4', 'limit=2&page=3', 'start=2&end=1']],
      [ALL, ['page=2', 'limit=x', 'limit=-1', 'limit=1.5', 'limits=2']],
    ],
  ],
  [
    'a page beside an item',
    [
      ['3 4', ['starting_after=2', 'lastKey=2', 'after=2', 'startAfter=2']],
      ['3', ['startingAfter=2&limit=1', 'max_id=4&limit=1', 'after_id=2&limit=1']],
      ['4', ['after_id=3']],
      ['2', ['since_id=1&limit=1']],
      ['1 2', ['ending_before=3', 'max_id=3', 'endBefore=3']],
      ['2 3', ['endingBefore=4&limit=2']],
      ['1', ['before_id=2', 'before=2']],
      [ALL, ['starting_after=77', 'ending_before=77']],
    ],
  ],
  [
    'an order',
    [
      [
        '2 4 1 3',
        [
          'sort=price',
          'sort=%2Bprice',
          'sort=PRICE',
          'orderBy=price',
          'order=price',
          'sort_by=price',
          'sort={"price":1}',
          'sortField=price',
        ],
      ],
      [
        '3 1 4 2',
        [
          'sort=-price',
          ...[':', '_', '.', ' ', '|', ','].map((joint) => `sort=price${joint}desc`),
          'sort=price&order=desc',
          'sort=price&sortOrder=DESC',
          'sort=price&dir=descending',
          'order=price.desc.nullslast',
          'sort=["price","DESC"]',
          'sort={"price":-1}',
          'sort={"price":"desc"}',
          'sort[price]=desc',
          'sort[0]=price,desc',
        ],
      ],
      ['3 2 1 4', ['sort=isSold,-price', 'sort=isSold,price&order=asc,desc']],
      ['2 3 4 1', ['sort=isSold,price']],
      ['1 4 2 3', ['sort=isSold&order=desc']],
      ['4 3 2 1', ['order=desc', 'direction=desc']],
      ['4 2 1 3', ['sort=note']],
      [ALL, ['order=asc', 'sort=nothing', 'sort=nothing&order=desc', 'sort=title', 'sorted=-price', 'sort=']],
    ],
  ],
  [
    'an order that is turned around',
    [
      ['4 3 2 1', ['desc=true', 'descending=true', 'sortDesc=true', 'isDescending=true']],
      [ALL, ['desc=false']],
    ],
    { type: 'boolean' },
  ],
])('a query asks for %s', async (_, rows, schema) => {
  const find = finder(
    rows.flatMap(([, queries]) => queries),
    schema,
  );
  for (const [ids, queries] of rows)
    for (const query of queries) expect([query, await find(query)]).toEqual([query, ids]);
});
