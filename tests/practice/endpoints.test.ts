import { describe, expect, it } from 'vitest';
import { all } from '../../src/practice/app.ts';
import { byFetch, post } from '../_client.ts';

/** The rules of each endpoint. */

const user = { name: 'Ada', email: 'ada@example.com', age: 36 };
const product = { name: 'Lamp', price: 19.9, quantity: 3 };

byFetch((send) => {
  describe('POST /users/', () => {
    it('answers 201 with the user, and null for a website that was not sent', async () => {
      const { status, body } = await send(post('/users/', user));
      expect(status).toBe(201);
      expect(body).toBe('{"name":"Ada","age":36,"email":"ada@example.com","website":null}');
    });

    it('echoes the website as it was sent', async () => {
      const { json } = await send(post('/users/', { ...user, website: ' HTTP://Example.com/%7e ' }));
      expect(json.website).toBe('HTTP://Example.com/%7e');
    });

    it('takes the age as text, and answers it as a number', async () => {
      const { json } = await send(post('/users/', { ...user, age: ' +36.0 ' }));
      expect(json.age).toBe(36);
    });

    it('answers the address as local part, @ and normalized domain', async () => {
      const { json } = await send(post('/users/', { ...user, email: ' Ada@BÜCHER.Example ' }));
      expect(json.email).toBe('Ada@bücher.example');
    });

    it('reports every failing field at once, in the order of their declaration', async () => {
      const { status, json } = await send(post('/users/', { website: 1, age: -1, email: 'x', name: null }));
      expect(status).toBe(422);
      expect(json.detail).toEqual([
        { type: 'string_type', loc: ['body', 'name'], msg: 'Name: must be a string', input: null },
        {
          type: 'value_error',
          loc: ['body', 'email'],
          msg: expect.stringMatching(/^Email: must be a valid email address \(.+\)$/),
          input: 'x',
        },
        { type: 'value_error', loc: ['body', 'age'], msg: 'Age: must be between 0 and 120', input: -1 },
        {
          type: 'value_error',
          loc: ['body', 'website'],
          msg: expect.stringMatching(/^Website: must be a valid URL \(.+\)$/),
          input: 1,
        },
      ]);
    });

    it('reports each missing field with the whole body as its input', async () => {
      const { json } = await send(post('/users/', { other: 1 }));
      expect(json.detail).toEqual(
        ['name', 'email', 'age'].map((name) => ({
          type: 'missing',
          loc: ['body', name],
          msg: `${name.charAt(0).toUpperCase()}${name.slice(1)}: field required`,
          input: { other: 1 },
        })),
      );
    });
  });

  describe('GET /users/', () => {
    it('answers the defaults, and null for a filter that was not sent', async () => {
      const { status, body } = await send({ target: '/users/' });
      expect(status).toBe(200);
      expect(body).toBe('{"page":1,"limit":10,"email_filter":null,"users":[]}');
    });

    it('answers the filter in normal form', async () => {
      const { json } = await send({ target: '/users/?page=2&limit=50&email=Ada%40EXAMPLE.com' });
      expect(json).toEqual({ page: 2, limit: 50, email_filter: 'Ada@example.com', users: [] });
    });

    it('takes an empty filter for none', async () => {
      const { json } = await send({ target: '/users/?email=' });
      expect(json.email_filter).toBeNull();
    });

    it('refuses a bad filter with a 400 and a sentence', async () => {
      const { status, json } = await send({ target: '/users/?email=@x' });
      expect(status).toBe(400);
      expect(json.detail).toBe(
        'Invalid email: must be a valid email address (there is nothing before the @)',
      );
    });

    it('reports bad numbers before a bad filter', async () => {
      const { status, json } = await send({ target: '/users/?page=0&limit=x&email=@x' });
      expect(status).toBe(422);
      expect(json.detail).toEqual([
        { type: 'greater_than_equal', loc: ['query', 'page'], msg: 'Page: must be at least 1', input: '0' },
        { type: 'int_parsing', loc: ['query', 'limit'], msg: 'Limit: must be an integer', input: 'x' },
      ]);
    });
  });

  describe('POST /products/', () => {
    it('answers 201 with the product, the price as a float and null for no URL', async () => {
      const { status, body } = await send(post('/products/', { ...product, price: '10', quantity: '3' }));
      expect(status).toBe(201);
      expect(body).toBe('{"name":"Lamp","price":10.0,"quantity":3,"url":null}');
    });

    it('names types as pydantic does, but for the values that it checks itself', async () => {
      const { json } = await send(post('/products/', { name: 1, price: 'x', quantity: 1.5, url: 'x' }));
      expect(json.detail.map(({ type, loc }: { type: string; loc: string[] }) => [loc[1], type])).toEqual([
        ['name', 'string_type'],
        ['price', 'value_error'],
        ['quantity', 'int_from_float'],
        ['url', 'value_error'],
      ]);
    });

    it('labels a bad URL in capitals', async () => {
      const { json } = await send(post('/products/', { ...product, url: 'example.com' }));
      expect(json.detail[0].msg).toMatch(/^URL: must be a valid URL \(/);
    });

    it.each([-5, 0, 2 ** 53 - 1])('sets no bound to the quantity: %d', async (quantity) => {
      const { json } = await send(post('/products/', { ...product, quantity }));
      expect(json.quantity).toBe(quantity);
    });
  });

  describe('POST /validate/', () => {
    it('answers the address in normal form, and that it is valid', async () => {
      const { status, body } = await send(post('/validate/', { email: 'ada@EXAMPLE.com' }));
      expect(status).toBe(200);
      expect(body).toBe('{"email":"ada@example.com","valid":true}');
    });

    it('refuses a bad address with a 400 and the reason as a sentence', async () => {
      const { status, json } = await send(post('/validate/', { email: 'ada@' }));
      expect(status).toBe(400);
      expect(json.detail).toBe('Must be a valid email address (there is nothing after the @)');
    });

    it('refuses a missing address with a 400 that says so', async () => {
      const { status, json } = await send(post('/validate/', {}));
      expect(status).toBe(400);
      expect(json.detail).toBe('Email field is required');
    });
  });

  describe('POST /validate', () => {
    it('answers the address in normal form', async () => {
      const { status, body } = await send(post('/validate', { email: 'ada@EXAMPLE.com' }));
      expect(status).toBe(200);
      expect(body).toBe('{"email":"ada@example.com"}');
    });

    it('refuses a missing address with a 400', async () => {
      const { status, json } = await send(post('/validate', {}));
      expect(status).toBe(400);
      expect(json.detail).toBe('Email field is required');
    });

    it.each(['', null, 5, 'ada'])('refuses a bad address with a 422 and a sentence: %j', async (email) => {
      const { status, json } = await send(post('/validate', { email }));
      expect(status).toBe(422);
      expect(json.detail).toMatch(/^Email validation failed: must be a valid email address \(.+\)$/);
    });
  });

  describe('POST /users', () => {
    it('answers the address in normal form', async () => {
      const { status, body } = await send(post('/users', { email: 'ada@EXAMPLE.com' }));
      expect(status).toBe(200);
      expect(body).toBe('{"email":"ada@example.com"}');
    });

    it('refuses a bad address with a 422 that names the field and a code', async () => {
      const { status, json } = await send(post('/users', { email: 'ada@' }));
      expect(status).toBe(422);
      expect(json.detail).toEqual({
        error: 'Invalid email',
        message: 'Must be a valid email address (there is nothing after the @)',
        field: 'email',
        code: 'INVALID_EMAIL',
      });
    });

    it('takes a missing address for an empty one', async () => {
      const missing = await send(post('/users', {}));
      const empty = await send(post('/users', { email: '' }));
      expect(missing.status).toBe(422);
      expect(missing.body).toBe(empty.body);
    });
  });

  describe('POST /products', () => {
    it('answers the price as a float', async () => {
      const { status, body } = await send(post('/products', { price: '10' }));
      expect(status).toBe(200);
      expect(body).toBe('{"price":10.0}');
    });

    it('refuses a bad price with a 422 that shows what came and what would do', async () => {
      const { status, json } = await send(post('/products', { price: 0 }));
      expect(status).toBe(422);
      expect(json.detail).toEqual({
        error: 'Invalid price',
        message: 'Must be at least 0.01',
        field: 'price',
        received: 0,
        expected: 'a number of at least 0.01',
        examples: ['0.01', '19.99', '100'],
      });
    });

    it('gives examples that would pass', async () => {
      const { json } = await send(post('/products', { price: 0 }));
      for (const price of json.detail.examples) {
        expect((await send(post('/products', { price }))).status).toBe(200);
      }
    });

    it('refuses a missing price, and shows what came without it', async () => {
      const { status, json } = await send(post('/products', { cost: 1 }));
      expect(status).toBe(422);
      expect(json.detail).toMatchObject({ message: 'Field required', received: { cost: 1 } });
    });
  });

  describe('GET /search/', () => {
    it('answers the search, sorted by relevance on the first page', async () => {
      const { status, body } = await send({ target: '/search/?query=lamp' });
      expect(status).toBe(200);
      expect(body).toBe('{"query":"lamp","sort_by":"relevance","page":1}');
    });

    it.each([
      ['', 'relevance'],
      ['price', 'price'],
    ])('takes sort_by=%s for %s', async (sent, understood) => {
      const { json } = await send({ target: `/search/?query=lamp&sort_by=${sent}` });
      expect(json.sort_by).toBe(understood);
    });

    it('takes an empty query for a query', async () => {
      const { status, json } = await send({ target: '/search/?query=' });
      expect(status).toBe(200);
      expect(json.query).toBe('');
    });

    it('refuses a missing query with a 422 of which the input is null', async () => {
      const { status, json } = await send({ target: '/search/' });
      expect(status).toBe(422);
      expect(json.detail).toEqual([
        { type: 'missing', loc: ['query', 'query'], msg: 'Query: field required', input: null },
      ]);
    });
  });

  describe('GET /products/', () => {
    it.each(['', '?min_price=', '?min_price=0&max_price='])(
      'answers 0.0 for no least price: %s',
      async (query) => {
        const { status, body } = await send({ target: `/products/${query}` });
        expect(status).toBe(200);
        expect(body).toBe('{"min_price":0.0,"products":[]}');
      },
    );

    it('answers the least price as a float, and the greatest not at all', async () => {
      const { body } = await send({ target: '/products/?min_price=9.50&max_price=1e3' });
      expect(body).toBe('{"min_price":9.5,"products":[]}');
    });

    it.each([
      ['min_price=-1', 'Invalid min_price: must be at least 0'],
      ['min_price=x', 'Invalid min_price: must be a number'],
      ['min_price=nan', 'Invalid min_price: must be a number'],
      ['max_price=-0.01', 'Invalid max_price: must be at least 0'],
      ['max_price=1e400', 'Invalid max_price: must be a finite number'],
      ['max_price=x&min_price=y', 'Invalid min_price: must be a number'],
    ])('refuses ?%s with a 400 and a sentence', async (query, detail) => {
      const { status, json } = await send({ target: `/products/?${query}` });
      expect(status).toBe(400);
      expect(json.detail).toBe(detail);
    });
  });

  describe('GET /items/{item_id}', () => {
    it.each([
      ['/items/7', { item_id: '7', quantity: null }],
      ['/items/7?quantity=', { item_id: '7', quantity: null }],
      ['/items/7?quantity=%201000%20', { item_id: '7', quantity: 1000 }],
      ['/items/a%2Fb%20%C3%A9', { item_id: 'a/b é', quantity: null }],
      ['/items/%7Bitem_id%7D', { item_id: '{item_id}', quantity: null }],
      ['/items/{item_id}', { item_id: '{item_id}', quantity: null }],
      ['/items/a+b%2Bc%41', { item_id: 'a+b+cA', quantity: null }],
      ['/items/a+%C3%A9', { item_id: 'a+é', quantity: null }],
      ['/items/%EF%BF%BD%EF%BB%BF', { item_id: '\uFFFD\uFEFF', quantity: null }],
    ])('answers %s', async (target, expected) => {
      const { status, json } = await send({ target });
      expect(status).toBe(200);
      expect(json).toEqual(expected);
    });

    it.each([
      ['0', 'Must be between 1 and 1000'],
      ['1001', 'Must be between 1 and 1000'],
      ['some', 'Must be an integer'],
    ])('refuses a quantity of %s with a 400 that names the parameter', async (quantity, message) => {
      const { status, json } = await send({ target: `/items/7?quantity=${quantity}` });
      expect(status).toBe(400);
      expect(json.detail).toEqual({
        error: 'Invalid quantity',
        message,
        parameter: 'quantity',
        received: quantity,
      });
    });

    it.each(['%zz', '%ff', '%00', '%c3%a9%00', '%c0%af', '%', '%ef%bf%bd%ff', '%f0%9f%98'])(
      'refuses the malformed segment %s with a 400',
      async (segment) => {
        const { status, json } = await send({ target: `/items/${segment}` });
        expect(status).toBe(400);
        expect(json.detail).toBe('The path must have item_id in percent-encoded UTF-8, without NUL');
      },
    );
  });

  describe('GET /', () => {
    it('describes every endpoint, and shows a request that is accepted', async () => {
      const { json } = await send({ target: '/' });
      expect(json.message).toContain('Assay');
      expect(Object.keys(json.endpoints)).toEqual(
        Object.values(all).map(({ method, path }) => `${method} ${path}`),
      );
      expect(json.endpoints['GET /docs']).toMatch(/\w/);
      expect(json.example_request).toEqual({
        name: expect.any(String),
        age: expect.any(String),
        email: expect.any(String),
      });
      expect((await send(post('/users/', json.example_request))).status).toBe(201);
    });
  });

  describe('GET /docs', () => {
    it('answers a page that takes nothing from elsewhere', async () => {
      const { status, headers, body } = await send({
        target: '/docs',
        headers: { 'Accept-Encoding': 'identity' },
      });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      const policy = headers.get('content-security-policy');
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
      ]) {
        expect(policy).toContain(rule);
      }
      expect(policy).not.toContain('unsafe');
      expect(body).toMatch(/^<!doctype html>/);
    });
  });
});
