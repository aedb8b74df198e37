/** Error bodies of frameworks and services, written from their documentation, and what there is to show of them. */

export interface Format {
  readonly name: string;
  readonly body: unknown;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

const EMAIL = 'must be a well-formed email address';
const QTY = 'must be greater than 0';

export const formats: readonly Format[] = [
  {
    name: 'ASP.NET Core, ValidationProblemDetails',
    body: {
      type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
      title: 'One or more validation errors occurred.',
      status: 400,
      errors: {
        Email: ['The Email field is not a valid e-mail address.'],
        '$.items[0].qty': ['The JSON value could not be converted to System.Int32.'],
        'Items[1].Qty': ['The field Qty must be between 1 and 10.'],
        '': ['A non-empty request body is required.'],
      },
      traceId: '00-0HMVF3-1',
    },
    errors: {
      Email: ['The Email field is not a valid e-mail address.'],
      'items.0.qty': ['The JSON value could not be converted to System.Int32.'],
      'Items.1.Qty': ['The field Qty must be between 1 and 10.'],
      '': ['A non-empty request body is required.'],
    },
  },
  {
    name: 'ASP.NET Core, ProblemDetails',
    body: { type: 'https://tools.ietf.org/html/rfc9110', title: 'Not Found', status: 404, traceId: '00-1' },
    errors: { '': ['Not Found'] },
  },
  {
    name: 'ASP.NET Core, the state of a model alone',
    body: { Name: ['The Name field is required.'], Message: ['The Message field is required.'] },
    errors: { Name: ['The Name field is required.'], Message: ['The Message field is required.'] },
  },
  {
    name: 'ASP.NET Web API 2',
    body: {
      Message: 'The request is invalid.',
      ModelState: { 'user.Email': ['The Email field is required.'] },
    },
    errors: { 'user.Email': ['The Email field is required.'] },
  },
  {
    name: 'FluentValidation',
    body: [
      {
        propertyName: 'Items[0].Qty',
        errorMessage: "'Qty' must be greater than '0'.",
        attemptedValue: 0,
        customState: null,
        severity: 0,
        errorCode: 'GreaterThanValidator',
        formattedMessagePlaceholderValues: { ComparisonValue: 0, PropertyName: 'Qty' },
      },
    ],
    errors: { 'Items.0.Qty': ["'Qty' must be greater than '0'."] },
  },
  {
    name: 'Spring Boot, errors of a binding',
    body: {
      timestamp: '2026-11-24T02:10:56.000+00:00',
      status: 400,
      error: 'Bad Request',
      message: "Validation failed for object='user'. Error count: 2",
      errors: [
        {
          codes: ['Email.user.email', 'Email.email', 'Email'],
          arguments: [
            { codes: ['user.email', 'email'], arguments: null, defaultMessage: 'email', code: 'email' },
          ],
          defaultMessage: EMAIL,
          objectName: 'user',
          field: 'email',
          rejectedValue: 'ada',
          bindingFailure: false,
          code: 'Email',
        },
        { codes: ['Same.user'], defaultMessage: 'passwords must match', objectName: 'user', code: 'Same' },
      ],
      path: '/users',
    },
    errors: { email: [EMAIL], '': ['passwords must match'] },
  },
  {
    name: 'Spring Boot without errors',
    body: { timestamp: '2026-11-24T02:10:56.000+00:00', status: 400, error: 'Bad Request', path: '/users' },
    errors: { '': ['Bad Request'] },
  },
  {
    name: 'Spring, a ProblemDetail',
    body: {
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'Invalid request content.',
      instance: '/users',
    },
    errors: { '': ['Invalid request content.'] },
  },
  {
    name: 'Spring, a ProblemDetail with a map',
    body: {
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'Invalid request content.',
      instance: '/users',
      errors: { email: EMAIL, 'items[0].qty': QTY },
    },
    errors: { email: [EMAIL], 'items.0.qty': [QTY] },
  },
  {
    name: 'Spring, a ProblemDetail with properties',
    body: {
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      properties: { timestamp: '2026-11-24T02:10:56Z', errors: [{ field: 'email', message: EMAIL }] },
    },
    errors: { email: [EMAIL] },
  },
  {
    name: 'Spring, a ProblemDetail with texts in its properties',
    body: {
      title: 'Bad Request',
      status: 400,
      detail: 'Invalid request content.',
      properties: { errors: [`email: ${EMAIL}`] },
    },
    errors: { email: [`email: ${EMAIL}`] },
  },
  {
    name: 'Spring, a ProblemDetail with texts',
    body: { title: 'Bad Request', status: 400, errors: [`email: ${EMAIL}`, `items[0].qty: ${QTY}`] },
    errors: { email: [`email: ${EMAIL}`], 'items.0.qty': [`items[0].qty: ${QTY}`] },
  },
  {
    name: 'Spring, a map alone',
    body: { email: EMAIL, name: 'must not be blank' },
    errors: { email: [EMAIL], name: ['must not be blank'] },
  },
  {
    name: 'Laravel',
    body: {
      message: 'The email field must be a valid email address. (and 2 more errors)',
      errors: {
        email: ['The email field must be a valid email address.'],
        'items.0.qty': ['The items.0.qty field must be at least 1.'],
        message: ['The message field is required.'],
      },
    },
    errors: {
      email: ['The email field must be a valid email address.'],
      'items.0.qty': ['The items.0.qty field must be at least 1.'],
      message: ['The message field is required.'],
    },
  },
  {
    name: 'Laravel, with an envelope of its own',
    body: { success: false, message: 'Validation Error.', data: { email: ['The email field is required.'] } },
    errors: { email: ['The email field is required.'] },
  },
  {
    name: 'Rails, errors',
    body: { errors: { name: ["can't be blank"], base: ['The order is closed'], title: ['is too short'] } },
    errors: { name: ["can't be blank"], '': ['The order is closed'], title: ['is too short'] },
  },
  {
    name: 'Rails, errors alone',
    body: { name: ["can't be blank"], 'items.qty': ['is not a number'] },
    errors: { name: ["can't be blank"], 'items.qty': ['is not a number'] },
  },
  {
    name: 'Rails, one field alone',
    body: { name: ["can't be blank"] },
    errors: { name: ["can't be blank"] },
  },
  {
    name: 'Rails, full messages',
    body: { errors: ["Name can't be blank", 'Email is invalid'] },
    errors: { '': ["Name can't be blank", 'Email is invalid'] },
  },
  {
    name: 'Rails, details',
    body: { errors: { name: [{ error: 'blank' }], age: [{ error: 'greater_than', count: 0 }] } },
    errors: { name: ['blank'], age: ['greater_than'] },
  },
  {
    name: 'Devise',
    body: {
      status: 'error',
      data: { id: null, email: 'ada', name: 'Ada Lovelace' },
      errors: { email: ['is not an email'], full_messages: ['Email is not an email'] },
    },
    errors: { email: ['is not an email'] },
  },
  {
    name: 'Django, errors of a form',
    body: {
      email: [{ message: 'Enter a valid email address.', code: 'invalid' }],
      message: [{ message: 'This field is required.', code: 'required' }],
      __all__: [{ message: 'The passwords do not match.', code: '' }],
    },
    errors: {
      email: ['Enter a valid email address.'],
      message: ['This field is required.'],
      '': ['The passwords do not match.'],
    },
  },
  {
    name: 'Django, errors of a form as text',
    body: { errors: '{"email": [{"message": "Enter a valid email address.", "code": "invalid"}]}' },
    errors: { email: ['Enter a valid email address.'] },
  },
  {
    name: 'Django REST framework',
    body: {
      email: ['Enter a valid email address.'],
      title: ['This field is required.'],
      address: { zip: ['This field may not be blank.'] },
      items: [{}, { qty: ['A valid integer is required.'] }],
      tags: { 0: ['Not a valid string.'] },
      non_field_errors: ['The dates overlap.'],
    },
    errors: {
      email: ['Enter a valid email address.'],
      title: ['This field is required.'],
      'address.zip': ['This field may not be blank.'],
      'items.1.qty': ['A valid integer is required.'],
      'tags.0': ['Not a valid string.'],
      '': ['The dates overlap.'],
    },
  },
  {
    name: 'Django REST framework, one field',
    body: { title: ['This field is required.'] },
    errors: { title: ['This field is required.'] },
  },
  {
    name: 'Django REST framework, many',
    body: [{}, { name: ['This field is required.'] }],
    errors: { '1.name': ['This field is required.'] },
  },
  {
    name: 'Django REST framework, a detail',
    body: { detail: 'Authentication credentials were not provided.', code: 'not_authenticated' },
    errors: { '': ['Authentication credentials were not provided.'] },
  },
  {
    name: 'drf-standardized-errors',
    body: {
      type: 'validation_error',
      errors: [{ code: 'required', detail: 'This field is required.', attr: 'items.0.qty' }],
    },
    errors: { 'items.0.qty': ['This field is required.'] },
  },
  {
    name: 'NestJS',
    body: {
      statusCode: 400,
      message: [
        'email must be an email',
        'age must not be less than 1',
        'items.0.qty must be a positive number',
        'each value in tags must be a string',
        'property foo should not exist',
        'nested property address must be either object or array',
        "All tags's elements must be unique",
        'The two passwords differ',
      ],
      error: 'Bad Request',
    },
    errors: {
      email: ['email must be an email'],
      age: ['age must not be less than 1'],
      'items.0.qty': ['items.0.qty must be a positive number'],
      tags: ['each value in tags must be a string', "All tags's elements must be unique"],
      foo: ['property foo should not exist'],
      address: ['nested property address must be either object or array'],
      '': ['The two passwords differ'],
    },
  },
  {
    name: 'NestJS, one text',
    body: { statusCode: 404, message: 'Cannot GET /x', error: 'Not Found' },
    errors: { '': ['Cannot GET /x'] },
  },
  {
    name: 'class-validator',
    body: [
      {
        target: { email: 'ada' },
        value: 'ada',
        property: 'email',
        children: [],
        constraints: { isEmail: 'email must be an email', maxLength: 'email is too long' },
      },
      {
        property: 'address',
        children: [
          { property: 'zip', constraints: { isPostalCode: 'zip must be a postal code' }, children: [] },
        ],
      },
      {
        property: 'items',
        children: [{ property: '0', children: [{ property: 'qty', constraints: { min: 'qty must be 1' } }] }],
      },
    ],
    errors: {
      email: ['email must be an email', 'email is too long'],
      'address.zip': ['zip must be a postal code'],
      'items.0.qty': ['qty must be 1'],
    },
  },
  {
    name: 'express-validator 6',
    body: { errors: [{ value: 'ada', msg: 'Invalid value', param: 'items[0].qty', location: 'body' }] },
    errors: { 'items.0.qty': ['Invalid value'] },
  },
  {
    name: 'express-validator 7',
    body: {
      errors: [
        { type: 'field', value: 'ada', msg: 'Invalid value', path: 'email', location: 'body' },
        { type: 'field', msg: 'Required', path: 'body', location: 'body' },
        {
          type: 'alternative',
          msg: 'One of them is needed',
          nestedErrors: [[{ msg: 'Invalid value', path: 'a' }]],
        },
        {
          type: 'unknown_fields',
          msg: 'Unknown field(s)',
          fields: [{ path: 'extra', location: 'body', value: 1 }],
        },
      ],
    },
    errors: {
      email: ['Invalid value'],
      body: ['Required'],
      '': ['One of them is needed'],
      extra: ['Unknown field(s)'],
    },
  },
  {
    name: 'express-validator, mapped',
    body: {
      errors: {
        email: { type: 'field', value: 'ada', msg: 'Invalid value', path: 'email', location: 'body' },
        'items[0].qty': { value: 0, msg: 'Too low', param: 'items[0].qty', location: 'body' },
      },
    },
    errors: { email: ['Invalid value'], 'items.0.qty': ['Too low'] },
  },
  {
    name: 'express-validator, mapped alone',
    body: { email: { value: 'ada', msg: 'Invalid value', param: 'email', location: 'body' } },
    errors: { email: ['Invalid value'] },
  },
  {
    name: 'express-validator, as maps in a list',
    body: { errors: [{ email: 'is invalid' }, { name: 'is too short' }, { age: 'Required' }] },
    errors: { email: ['is invalid'], name: ['is too short'], age: ['Required'] },
  },
  {
    name: 'zod, issues',
    body: {
      success: false,
      error: {
        name: 'ZodError',
        issues: [
          { code: 'invalid_string', validation: 'email', message: 'Invalid email', path: ['email'] },
          { code: 'too_small', minimum: 1, message: 'Too small', path: ['items', 0, 'qty'] },
          { code: 'custom', message: 'The passwords differ', path: [] },
        ],
      },
    },
    errors: { email: ['Invalid email'], 'items.0.qty': ['Too small'], '': ['The passwords differ'] },
  },
  {
    name: 'zod, issues in a text',
    body: {
      success: false,
      error: {
        name: 'ZodError',
        message: '[\n{"code":"custom","message":"Invalid email","path":["email"]}\n]',
      },
    },
    errors: { email: ['Invalid email'] },
  },
  {
    name: 'zod, issues of a request',
    body: { errors: [{ code: 'invalid_type', message: 'Required', path: ['body', 'email'] }] },
    errors: { email: ['Required'] },
  },
  {
    name: 'zod, flattened',
    body: {
      formErrors: ['The passwords differ'],
      fieldErrors: { email: ['Invalid email'], errors: ['Required'] },
    },
    errors: { '': ['The passwords differ'], email: ['Invalid email'], errors: ['Required'] },
  },
  {
    name: 'zod, flattened in an error',
    body: { error: { formErrors: [], fieldErrors: { email: ['Invalid email'] } } },
    errors: { email: ['Invalid email'] },
  },
  {
    name: 'zod, formatted',
    body: {
      _errors: [],
      email: { _errors: ['Invalid email'] },
      items: { _errors: [], 0: { _errors: [], qty: { _errors: ['Too small'] } } },
      details: { _errors: ['Required'] },
    },
    errors: { email: ['Invalid email'], 'items.0.qty': ['Too small'], details: ['Required'] },
  },
  {
    name: 'zod, treeified',
    body: {
      errors: ['The passwords differ'],
      properties: {
        email: { errors: ['Invalid email'] },
        items: { errors: [], items: [null, { errors: [], properties: { qty: { errors: ['Too small'] } } }] },
      },
    },
    errors: { '': ['The passwords differ'], email: ['Invalid email'], 'items.1.qty': ['Too small'] },
  },
  {
    name: 'zod 3, a union',
    body: {
      issues: [
        {
          code: 'invalid_union',
          unionErrors: [
            { name: 'ZodError', issues: [{ code: 'invalid_type', path: ['id'], message: 'No text' }] },
          ],
          path: ['id'],
          message: 'Invalid input',
        },
      ],
    },
    errors: { id: ['Invalid input'] },
  },
  {
    name: 'zod 4, a union',
    body: {
      issues: [
        {
          code: 'invalid_union',
          errors: [[{ code: 'invalid_type', path: [], message: 'No text' }], []],
          path: ['id'],
          message: 'Invalid input',
        },
      ],
    },
    errors: { id: ['Invalid input'] },
  },
  {
    name: 'tRPC with zod',
    body: {
      error: {
        message: 'Invalid input',
        code: -32600,
        data: {
          code: 'BAD_REQUEST',
          httpStatus: 400,
          path: 'user.create',
          zodError: { formErrors: [], fieldErrors: { email: ['Invalid email'] } },
        },
      },
    },
    errors: { email: ['Invalid email'] },
  },
  {
    name: 'valibot',
    body: {
      issues: [
        {
          kind: 'validation',
          type: 'email',
          input: 'ada',
          expected: null,
          received: '"ada"',
          message: 'Invalid email',
          path: [{ type: 'object', origin: 'value', input: { email: 'ada' }, key: 'email', value: 'ada' }],
        },
        { message: 'Too low', path: [{ key: 'items' }, { key: 0 }, { key: 'qty' }] },
      ],
    },
    errors: { email: ['Invalid email'], 'items.0.qty': ['Too low'] },
  },
  {
    name: 'valibot, flattened',
    body: {
      root: ['The passwords differ'],
      nested: { email: ['Invalid email'], 'items.0.qty': ['Too low'] },
    },
    errors: { '': ['The passwords differ'], email: ['Invalid email'], 'items.0.qty': ['Too low'] },
  },
  {
    name: 'Ajv',
    body: [
      {
        instancePath: '/email',
        schemaPath: '#/properties/email/format',
        keyword: 'format',
        params: { format: 'email' },
        message: 'must match format "email"',
        schema: 'email',
        parentSchema: { type: 'string', description: 'The address' },
        data: 'ada',
      },
      {
        instancePath: '/items/0',
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'qty' },
        message: "must have required property 'qty'",
      },
      {
        instancePath: '',
        schemaPath: '#/additionalProperties',
        keyword: 'additionalProperties',
        params: { additionalProperty: 'extra' },
        message: 'must NOT have additional properties',
      },
    ],
    errors: {
      email: ['must match format "email"'],
      'items.0.qty': ["must have required property 'qty'"],
      extra: ['must NOT have additional properties'],
    },
  },
  {
    name: 'Ajv 6',
    body: {
      errors: [
        { keyword: 'minimum', dataPath: '.items[0].qty', params: { limit: 1 }, message: 'should be >= 1' },
        { keyword: 'format', dataPath: "['e-mail']", params: {}, message: 'should match format "email"' },
      ],
    },
    errors: { 'items.0.qty': ['should be >= 1'], 'e-mail': ['should match format "email"'] },
  },
  {
    name: 'Fastify',
    body: {
      statusCode: 400,
      code: 'FST_ERR_VALIDATION',
      error: 'Bad Request',
      message: 'body/items/0/qty must be >= 1, body/email must match format "email"',
    },
    errors: {
      'items.0.qty': ['body/items/0/qty must be >= 1'],
      email: ['body/email must match format "email"'],
    },
  },
  {
    name: 'Fastify, a field that is missing',
    body: {
      statusCode: 400,
      code: 'FST_ERR_VALIDATION',
      error: 'Bad Request',
      message: "body must have required property 'name'",
    },
    errors: { name: ["body must have required property 'name'"] },
  },
  {
    name: 'a list of texts of Fastify',
    body: { errors: [{ message: "header must have required property 'X-API-Key'", status: 400 }] },
    errors: { 'X-API-Key': ["header must have required property 'X-API-Key'"] },
  },
  {
    name: 'Fastify, a parameter',
    body: { statusCode: 400, error: 'Bad Request', message: 'querystring/page must be integer' },
    errors: { page: ['querystring/page must be integer'] },
  },
  {
    name: 'Fastify, its list',
    body: {
      message: 'Invalid',
      validation: [{ keyword: 'format', instancePath: '/email', params: {}, message: 'must be an email' }],
      validationContext: 'body',
    },
    errors: { email: ['must be an email'] },
  },
  {
    name: 'express-openapi-validator',
    body: {
      message: "request/body must have required property 'name'",
      errors: [
        {
          path: '/body/name',
          message: "must have required property 'name'",
          errorCode: 'required.openapi.validation',
        },
        { path: '/query/limit', message: 'must be >= 1', errorCode: 'minimum.openapi.validation' },
        {
          path: '.body.email',
          message: 'should match format "email"',
          errorCode: 'format.openapi.validation',
        },
      ],
    },
    errors: {
      name: ["must have required property 'name'"],
      limit: ['must be >= 1'],
      email: ['should match format "email"'],
    },
  },
  {
    name: 'Joi',
    body: {
      _original: { email: 'ada', items: [{ qty: 0 }] },
      details: [
        {
          message: '"email" must be a valid email',
          path: ['email'],
          type: 'string.email',
          context: { value: 'ada', invalids: ['ada'], label: 'email', key: 'email' },
        },
        {
          message: '"items[0].qty" must be greater than 0',
          path: ['items', 0, 'qty'],
          type: 'number.greater',
        },
      ],
    },
    errors: {
      email: ['"email" must be a valid email'],
      'items.0.qty': ['"items[0].qty" must be greater than 0'],
    },
  },
  {
    name: 'Joi, its texts',
    body: { errors: ['"email" must be a valid email', '"Full name" is required', '"age" is required'] },
    errors: {
      email: ['"email" must be a valid email'],
      '': ['"Full name" is required'],
      age: ['"age" is required'],
    },
  },
  {
    name: 'hapi',
    body: {
      statusCode: 400,
      error: 'Bad Request',
      message: '"email" must be a valid email',
      validation: { source: 'payload', keys: ['email'] },
    },
    errors: { email: ['"email" must be a valid email'] },
  },
  {
    name: 'hapi, two fields',
    body: {
      statusCode: 400,
      error: 'Bad Request',
      message: '"email" must be a valid email. "items[0].qty" must be greater than 0',
      validation: { source: 'payload', keys: ['email', 'items.0.qty'] },
    },
    errors: {
      email: ['"email" must be a valid email'],
      'items.0.qty': ['"items[0].qty" must be greater than 0'],
    },
  },
  {
    name: 'hapi without details',
    body: { statusCode: 400, error: 'Bad Request', message: 'Invalid request payload input' },
    errors: { '': ['Invalid request payload input'] },
  },
  {
    name: 'celebrate',
    body: {
      statusCode: 400,
      error: 'Bad Request',
      message: 'Validation failed',
      validation: { body: { source: 'body', keys: ['email'], message: '"email" must be a valid email' } },
    },
    errors: { email: ['"email" must be a valid email'] },
  },
  {
    name: 'Yup',
    body: {
      name: 'ValidationError',
      message: '2 errors occurred',
      errors: ['email must be a valid email', 'Passwords must match'],
      value: { email: 'ada' },
      inner: [
        {
          name: 'ValidationError',
          path: 'email',
          message: 'email must be a valid email',
          errors: ['email must be a valid email'],
          inner: [],
        },
        {
          name: 'ValidationError',
          path: 'items[0].confirm',
          message: 'Passwords must match',
          errors: ['Passwords must match'],
          inner: [],
        },
      ],
    },
    errors: { email: ['email must be a valid email'], 'items.0.confirm': ['Passwords must match'] },
  },
  {
    name: 'Yup, the first error',
    body: {
      name: 'ValidationError',
      path: 'items[0].qty',
      type: 'min',
      message: 'Too low',
      errors: ['Too low'],
      inner: [],
      params: { value: 0, originalValue: 0, path: 'items[0].qty' },
    },
    errors: { 'items.0.qty': ['Too low'] },
  },
  {
    name: 'marshmallow',
    body: {
      email: ['Not a valid email address.'],
      items: { 0: { qty: ['Missing data for required field.'] } },
      _schema: ['Invalid input type.'],
    },
    errors: {
      email: ['Not a valid email address.'],
      'items.0.qty': ['Missing data for required field.'],
      '': ['Invalid input type.'],
    },
  },
  {
    name: 'flask-smorest',
    body: {
      code: 422,
      errors: { json: { email: ['Not a valid email address.'] }, query: { page: ['Not a valid integer.'] } },
      status: 'Unprocessable Entity',
    },
    errors: { email: ['Not a valid email address.'], page: ['Not a valid integer.'] },
  },
  {
    name: 'flask-smorest without errors',
    body: { code: 404, status: 'Not Found' },
    errors: { '': ['Not Found'] },
  },
  {
    name: 'webargs',
    body: { json: { email: ['Not a valid email address.'] } },
    errors: { email: ['Not a valid email address.'] },
  },
  {
    name: 'Flask-RESTful',
    body: { message: { email: 'Missing required parameter in the JSON body' } },
    errors: { email: ['Missing required parameter in the JSON body'] },
  },
  {
    name: 'JSON:API',
    body: {
      jsonapi: { version: '1.1' },
      errors: [
        {
          id: '7',
          status: '422',
          code: '100',
          source: { pointer: '/data/attributes/email' },
          title: 'Invalid Attribute',
          detail: 'is not an email',
          links: { about: 'https://example.com/100' },
          meta: { rule: 'email' },
        },
        { source: { pointer: '/data/relationships/author' }, title: 'must exist' },
        { source: { parameter: 'page[size]' }, detail: 'is too large' },
        { status: '403', title: 'Not allowed', source: { pointer: '/data' } },
      ],
    },
    errors: {
      email: ['is not an email'],
      author: ['must exist'],
      'page.size': ['is too large'],
      '': ['Not allowed'],
    },
  },
  {
    name: 'RFC 7807 with invalid-params',
    body: {
      type: 'https://example.net/validation-error',
      title: "Your request parameters didn't validate.",
      'invalid-params': [
        { name: 'age', reason: 'must be a positive integer' },
        { name: 'color', reason: "must be 'green', 'red' or 'blue'" },
      ],
    },
    errors: { age: ['must be a positive integer'], color: ["must be 'green', 'red' or 'blue'"] },
  },
  {
    name: 'RFC 9457',
    body: {
      type: 'https://example.net/validation-error',
      title: 'Your request is not valid.',
      errors: [
        { detail: 'must be a positive integer', pointer: '#/age' },
        { detail: "must be 'green', 'red' or 'blue'", pointer: '#/profile/color' },
      ],
    },
    errors: { age: ['must be a positive integer'], 'profile.color': ["must be 'green', 'red' or 'blue'"] },
  },
  {
    name: 'Symfony',
    body: {
      type: 'https://symfony.com/errors/validation',
      title: 'Validation Failed',
      status: 422,
      detail: 'email: This value is not a valid email address.\nitems[0].qty: Too low.',
      violations: [
        {
          propertyPath: 'email',
          title: 'This value is not a valid email address.',
          template: 'This value is not a valid email address.',
          parameters: { '{{ value }}': '"ada"' },
          type: 'urn:uuid:bd79c0ab-ddba-46cc-a703-a7a4b08de310',
        },
        { propertyPath: 'items[0].qty', title: 'Too low.' },
        { propertyPath: '', title: 'The dates overlap.' },
      ],
    },
    errors: {
      email: ['This value is not a valid email address.'],
      'items.0.qty': ['Too low.'],
      '': ['The dates overlap.'],
    },
  },
  {
    name: 'Symfony, a form',
    body: {
      code: 400,
      message: 'Validation Failed',
      errors: {
        errors: ['This form should not contain extra fields.'],
        children: {
          name: {},
          email: { errors: ['This value is not valid.'] },
          address: { children: { zip: { errors: ['This value should not be blank.'] } } },
        },
      },
    },
    errors: {
      '': ['This form should not contain extra fields.'],
      email: ['This value is not valid.'],
      'address.zip': ['This value should not be blank.'],
    },
  },
  {
    name: 'API Platform',
    body: {
      '@context': '/contexts/ConstraintViolationList',
      '@type': 'ConstraintViolationList',
      'hydra:title': 'An error occurred',
      'hydra:description': 'email: This value is not valid.',
      violations: [{ propertyPath: 'email', message: 'This value is not valid.', code: 'bd79c0ab' }],
    },
    errors: { email: ['This value is not valid.'] },
  },
  {
    name: 'API Platform, an error',
    body: {
      '@type': 'hydra:Error',
      'hydra:title': 'An error occurred',
      'hydra:description': 'Not Found',
      trace: [],
    },
    errors: { '': ['Not Found'] },
  },
  {
    name: 'Quarkus',
    body: {
      title: 'Constraint Violation',
      status: 400,
      violations: [
        { field: 'create.user.email', message: EMAIL },
        { field: 'create.user.items[0].qty', message: QTY },
      ],
    },
    errors: { email: [EMAIL], 'items.0.qty': [QTY] },
  },
  {
    name: 'RESTEasy',
    body: {
      exception: null,
      fieldViolations: [],
      propertyViolations: [],
      classViolations: [],
      parameterViolations: [
        { constraintType: 'PARAMETER', path: 'create.user.email', message: EMAIL, value: 'ada' },
      ],
      returnValueViolations: [],
    },
    errors: { email: [EMAIL] },
  },
  {
    name: 'Zalando',
    body: {
      type: 'https://zalando.github.io/problem/constraint-violation',
      title: 'Constraint Violation',
      status: 400,
      violations: [{ field: 'address.zip', message: 'must not be null' }],
    },
    errors: { 'address.zip': ['must not be null'] },
  },
  {
    name: 'Micronaut',
    body: {
      message: 'Bad Request',
      _links: { self: { href: '/users', templated: false } },
      _embedded: { errors: [{ message: 'user.email: must not be blank', path: '/email' }] },
    },
    errors: { email: ['user.email: must not be blank'] },
  },
  {
    name: 'Micronaut without a path',
    body: {
      message: 'Bad Request',
      _embedded: { errors: [{ message: 'Required Body [user] not specified' }] },
      _links: { self: [{ href: '/users', templated: false }] },
    },
    errors: { '': ['Required Body [user] not specified'] },
  },
  {
    name: 'Mongoose',
    body: {
      errors: {
        email: {
          name: 'ValidatorError',
          message: 'Path `email` is required.',
          properties: { message: 'Path `email` is required.', type: 'required', path: 'email' },
          kind: 'required',
          path: 'email',
        },
        'items.0.qty': {
          stringValue: '"x"',
          valueType: 'string',
          kind: 'Number',
          value: 'x',
          path: 'qty',
          reason: { generatedMessage: true, code: 'ERR_ASSERTION', actual: false, expected: true },
          name: 'CastError',
          message: 'Cast to Number failed for value "x" (type string) at path "qty"',
        },
      },
      _message: 'User validation failed',
      name: 'ValidationError',
      message: 'User validation failed: email: Path `email` is required.',
    },
    errors: {
      email: ['Path `email` is required.'],
      'items.0.qty': ['Cast to Number failed for value "x" (type string) at path "qty"'],
    },
  },
  {
    name: 'Sequelize',
    body: {
      name: 'SequelizeValidationError',
      errors: [
        {
          message: 'Validation isEmail on email failed',
          type: 'Validation error',
          path: 'email',
          value: 'ada',
          origin: 'FUNCTION',
          instance: { id: null, email: 'ada' },
          validatorKey: 'isEmail',
          validatorName: 'isEmail',
          validatorArgs: [true],
          original: { validatorName: 'isEmail' },
        },
      ],
    },
    errors: { email: ['Validation isEmail on email failed'] },
  },
  {
    name: 'Google',
    body: {
      error: {
        code: 400,
        message: 'Invalid value at user.email',
        status: 'INVALID_ARGUMENT',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: [
              { field: 'user.email', description: 'Not an email.' },
              { field: 'items[0].qty', description: 'Too low.' },
            ],
          },
          {
            '@type': 'type.googleapis.com/google.rpc.Help',
            links: [{ description: 'The documentation', url: 'https://example.com' }],
          },
        ],
      },
    },
    errors: { 'user.email': ['Not an email.'], 'items.0.qty': ['Too low.'] },
  },
  {
    name: 'Google, a key',
    body: {
      error: {
        code: 400,
        message: 'API key not valid. Please pass a valid API key.',
        status: 'INVALID_ARGUMENT',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: 'API_KEY_INVALID',
            domain: 'googleapis.com',
            metadata: { service: 'example.googleapis.com' },
          },
        ],
      },
    },
    errors: { '': ['API key not valid. Please pass a valid API key.'] },
  },
  {
    name: 'Google, older',
    body: {
      error: {
        errors: [
          {
            domain: 'global',
            reason: 'invalidParameter',
            message: "Invalid value '0'.",
            locationType: 'parameter',
            location: 'maxResults',
          },
        ],
        code: 400,
        message: "Invalid value '0'.",
      },
    },
    errors: { maxResults: ["Invalid value '0'."] },
  },
  {
    name: 'Azure',
    body: {
      error: {
        code: 'BadArgument',
        message: 'Multiple errors in ContactInfo data',
        target: 'ContactInfo',
        details: [
          { code: 'NullValue', target: 'PhoneNumber', message: 'Phone number must not be null' },
          { code: 'MalformedValue', target: 'Address', message: 'Address is not valid' },
        ],
        innererror: { code: 'PasswordError', minLength: 6 },
      },
    },
    errors: { PhoneNumber: ['Phone number must not be null'], Address: ['Address is not valid'] },
  },
  {
    name: 'Azure, one',
    body: {
      error: {
        code: 'InvalidParameter',
        message: 'The size is too large.',
        target: 'vmSize',
        details: [],
        innererror: { code: 'TooLarge', innererror: { code: 'Quota' } },
      },
    },
    errors: { vmSize: ['The size is too large.'] },
  },
  {
    name: 'OData',
    body: {
      error: {
        code: '005056',
        message: { lang: 'en', value: 'The resource was not found.' },
        innererror: {},
      },
    },
    errors: { '': ['The resource was not found.'] },
  },
  {
    name: 'AWS',
    body: {
      __type: 'ValidationException',
      message: '2 validation errors detected',
      reason: 'fieldValidationFailed',
      fieldList: [
        { path: '/email', message: 'Member must satisfy the pattern' },
        { name: 'age', message: 'Member must be positive' },
      ],
    },
    errors: { email: ['Member must satisfy the pattern'], age: ['Member must be positive'] },
  },
  {
    name: 'AWS, one text',
    body: { __type: 'com.amazonaws.dynamodb.v20120810#ResourceNotFoundException', Message: 'No such table' },
    errors: { '': ['No such table'] },
  },
  {
    name: 'Stripe',
    body: {
      error: {
        code: 'resource_missing',
        doc_url: 'https://stripe.com/docs/error-codes/resource-missing',
        message: "No such price: 'x'",
        param: 'items[0][price]',
        request_log_url: 'https://dashboard.stripe.com/test/logs/req_1',
        type: 'invalid_request_error',
      },
    },
    errors: { 'items.0.price': ["No such price: 'x'"] },
  },
  {
    name: 'OpenAI',
    body: {
      error: {
        message: "Invalid type for 'messages[0].content'.",
        type: 'invalid_request_error',
        param: 'messages[0].content',
        code: 'invalid_type',
      },
    },
    errors: { 'messages.0.content': ["Invalid type for 'messages[0].content'."] },
  },
  {
    name: 'OpenAI without a parameter',
    body: {
      error: {
        message: 'Incorrect API key',
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      },
    },
    errors: { '': ['Incorrect API key'] },
  },
  {
    name: 'GitHub',
    body: {
      message: 'Validation Failed',
      errors: [
        { resource: 'Issue', field: 'title', code: 'missing_field' },
        { resource: 'Label', code: 'custom', field: 'name', message: 'name is too long' },
      ],
      documentation_url: 'https://docs.github.com/rest/issues/issues#create-an-issue',
      status: '422',
    },
    errors: { title: ['missing_field'], name: ['name is too long'] },
  },
  {
    name: 'Strapi',
    body: {
      data: null,
      error: {
        status: 400,
        name: 'ValidationError',
        message: '2 errors occurred',
        details: {
          errors: [
            {
              path: ['email'],
              message: 'email must be a valid email',
              name: 'ValidationError',
              value: 'ada',
            },
            { path: ['items', '0', 'qty'], message: 'Too low', name: 'ValidationError' },
          ],
        },
      },
    },
    errors: { email: ['email must be a valid email'], 'items.0.qty': ['Too low'] },
  },
  {
    name: 'Strapi without errors',
    body: { data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} } },
    errors: { '': ['Not Found'] },
  },
  {
    name: 'PocketBase',
    body: {
      code: 400,
      message: 'Failed to create record.',
      data: {
        email: { code: 'validation_is_email', message: 'Must be a valid email address.' },
        title: { code: 'validation_required', message: 'Missing required value.' },
      },
    },
    errors: { email: ['Must be a valid email address.'], title: ['Missing required value.'] },
  },
  {
    name: 'PocketBase, nothing found',
    body: { status: 404, message: "The requested resource wasn't found.", data: {} },
    errors: { '': ["The requested resource wasn't found."] },
  },
  {
    name: 'Elysia',
    body: {
      type: 'validation',
      on: 'body',
      summary: "Property 'email' should be email",
      property: '/email',
      message: "Expected string to match 'email' format",
      expected: { email: 'ada@example.com' },
      found: { email: 'ada', name: 'Ada Lovelace' },
      errors: [
        {
          summary: "Property 'email' should be email",
          type: 50,
          schema: { format: 'email', type: 'string' },
          path: '/email',
          value: 'ada',
          message: "Expected string to match 'email' format",
          errors: [],
        },
        {
          path: '/items/0/qty',
          message: 'Expected number',
          summary: 'Expected a number',
          value: 'x',
          errors: [],
        },
      ],
    },
    errors: { email: ["Expected string to match 'email' format"], 'items.0.qty': ['Expected number'] },
  },
  {
    name: 'AdonisJS',
    body: {
      errors: [
        { message: 'The email field must be a valid email address', rule: 'email', field: 'email' },
        { message: 'Too low', rule: 'min', field: 'items.0.qty', meta: { min: 1 }, index: 0 },
      ],
    },
    errors: {
      email: ['The email field must be a valid email address'],
      'items.0.qty': ['Too low'],
    },
  },
  {
    name: 'AdonisJS 5 as JSON:API',
    body: {
      errors: [{ code: 'email', source: { pointer: 'items.0.email' }, title: 'email validation failed' }],
    },
    errors: { 'items.0.email': ['email validation failed'] },
  },
  {
    name: 'OAuth',
    body: {
      error: 'invalid_request',
      error_description: 'The grant_type is missing.',
      error_uri: 'https://example.com/errors',
    },
    errors: { '': ['The grant_type is missing.'] },
  },
  {
    name: 'OAuth without a description',
    body: { error: 'invalid_grant' },
    errors: { '': ['invalid_grant'] },
  },
  {
    name: 'Twilio',
    body: {
      code: 21211,
      message: "The 'To' number is not a valid phone number.",
      more_info: 'https://www.twilio.com/docs/errors/21211',
      status: 400,
    },
    errors: { '': ["The 'To' number is not a valid phone number."] },
  },
  {
    name: 'go-playground',
    body: {
      error:
        "Key: 'User.Email' Error:Field validation for 'Email' failed on the 'email' tag\nKey: 'User.Items[0].Qty' Error:Field validation for 'Qty' failed on the 'min' tag",
    },
    errors: {
      Email: ["Key: 'User.Email' Error:Field validation for 'Email' failed on the 'email' tag"],
      'Items.0.Qty': ["Key: 'User.Items[0].Qty' Error:Field validation for 'Qty' failed on the 'min' tag"],
    },
  },
  {
    name: 'Salesforce',
    body: [
      {
        message: 'Required fields are missing: [Name]',
        errorCode: 'REQUIRED_FIELD_MISSING',
        fields: ['Name'],
      },
    ],
    errors: { Name: ['Required fields are missing: [Name]'] },
  },
  {
    name: 'PayPal',
    body: {
      name: 'INVALID_REQUEST',
      message: 'Request is not well-formed.',
      debug_id: 'b1d1f06c7246c',
      details: [
        {
          field: '/purchase_units/0/amount',
          value: '',
          location: 'body',
          issue: 'MISSING_REQUIRED_PARAMETER',
          description: 'A required field is missing.',
        },
      ],
      links: [{ href: 'https://developer.paypal.com/api', rel: 'information_link' }],
    },
    errors: { 'purchase_units.0.amount': ['A required field is missing.'] },
  },
  {
    name: 'Jira',
    body: {
      errorMessages: [],
      errors: { summary: 'You must specify a summary.', project: 'project is required' },
    },
    errors: { summary: ['You must specify a summary.'], project: ['project is required'] },
  },
  {
    name: 'Zendesk',
    body: {
      error: 'RecordInvalid',
      description: 'Record validation errors',
      details: { email: [{ description: 'Email: ada is not valid', error: 'InvalidValue' }] },
    },
    errors: { email: ['Email: ada is not valid'] },
  },
  {
    name: 'Okta',
    body: {
      errorCode: 'E0000001',
      errorSummary: 'Api validation failed: login',
      errorLink: 'E0000001',
      errorId: 'oaeHf',
      errorCauses: [{ errorSummary: 'login: Username must be an email address' }],
    },
    errors: { login: ['login: Username must be an email address'] },
  },
  {
    name: 'Discord',
    body: {
      code: 50035,
      message: 'Invalid Form Body',
      errors: {
        embeds: {
          0: { title: { _errors: [{ code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }] } },
        },
      },
    },
    errors: { 'embeds.0.title': ['This field is required'] },
  },
  {
    name: 'Shopify, a sentence',
    body: { errors: 'Not Found' },
    errors: { '': ['Not Found'] },
  },
  {
    name: 'Mollie',
    body: {
      status: 422,
      title: 'Unprocessable Entity',
      detail: 'The amount is higher than the maximum',
      field: 'amount',
      _links: { documentation: { href: 'https://docs.mollie.com', type: 'text/html' } },
    },
    errors: { amount: ['The amount is higher than the maximum'] },
  },
  {
    name: 'JSend',
    body: { status: 'fail', data: { title: 'A title is required', email: 'must be an email' } },
    errors: { title: ['A title is required'], email: ['must be an email'] },
  },
  {
    name: 'LoopBack',
    body: {
      error: {
        statusCode: 422,
        name: 'UnprocessableEntityError',
        message: 'The request body is invalid. See error object `details` property for more info.',
        code: 'VALIDATION_FAILED',
        details: [
          {
            path: '',
            code: 'required',
            message: "must have required property 'name'",
            info: { missingProperty: 'name' },
          },
          { path: '/email', code: 'format', message: 'must match format "email"', info: { format: 'email' } },
        ],
      },
    },
    errors: { name: ["must have required property 'name'"], email: ['must match format "email"'] },
  },
  {
    name: 'LoopBack 3',
    body: {
      error: {
        statusCode: 422,
        name: 'ValidationError',
        message: 'The `User` instance is not valid.',
        details: { context: 'User', codes: { email: ['presence'] }, messages: { email: ["can't be blank"] } },
      },
    },
    errors: { email: ["can't be blank"] },
  },
  {
    name: 'Feathers',
    body: {
      name: 'BadRequest',
      message: 'Invalid data',
      code: 400,
      className: 'bad-request',
      data: {},
      errors: [{ instancePath: '/email', keyword: 'format', params: {}, message: 'must be an email' }],
    },
    errors: { email: ['must be an email'] },
  },
  {
    name: 'GraphQL',
    body: {
      errors: [
        {
          message: 'Variable "$input" got an invalid value',
          locations: [{ line: 1, column: 7 }],
          path: ['createUser'],
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ],
      data: null,
    },
    errors: { '': ['Variable "$input" got an invalid value'] },
  },
  {
    name: 'Phoenix',
    body: { errors: { email: ["can't be blank"], items: [{}, { qty: ['must be greater than 0'] }] } },
    errors: { email: ["can't be blank"], 'items.1.qty': ['must be greater than 0'] },
  },
  { name: 'Phoenix, a sentence', body: { errors: { detail: 'Not Found' } }, errors: { '': ['Not Found'] } },
  {
    name: 'ABP',
    body: {
      error: {
        code: null,
        message: 'Your request is not valid!',
        details: 'The following errors were detected during validation.\r\n - The email is not valid.\r\n',
        data: {},
        validationErrors: [{ message: 'The email is not valid.', members: ['email'] }],
      },
    },
    errors: { email: ['The email is not valid.'] },
  },
];

/** Error bodies that people make up themselves along the same lines. */
export const ownFormats: readonly Format[] = [
  {
    name: 'Apigee',
    body: { fault: { faultstring: 'Invalid ApiKey', detail: { errorcode: 'oauth.v2.InvalidApiKey' } } },
    errors: { '': ['Invalid ApiKey'] },
  },
  {
    name: 'QuickBooks',
    body: {
      Fault: {
        Error: [
          {
            Message: 'Required param missing',
            Detail: 'Required parameter Line.Amount is missing',
            code: '2020',
          },
        ],
        type: 'ValidationFault',
      },
      time: '2015-07-24T10:00:00',
    },
    errors: { '': ['Required parameter Line.Amount is missing'] },
  },
  {
    name: 'Xero',
    body: {
      ErrorNumber: 10,
      Type: 'ValidationException',
      Message: 'A validation exception occurred',
      Elements: [{ ContactID: '0', ValidationErrors: [{ Message: 'Email address must be valid.' }] }],
    },
    errors: { '': ['Email address must be valid.'] },
  },
  {
    name: 'Slack',
    body: {
      ok: false,
      error: 'invalid_arguments',
      response_metadata: { messages: ['[ERROR] missing required field: channel'] },
    },
    errors: { '': ['[ERROR] missing required field: channel'] },
  },
  {
    name: 'Instagram',
    body: { meta: { error_type: 'OAuthException', code: 400, error_message: 'Invalid code' } },
    errors: { '': ['Invalid code'] },
  },
  {
    name: 'LinkedIn',
    body: {
      message: 'Invalid argument',
      status: 400,
      errorDetails: {
        inputErrors: [
          { description: 'Invalid value', input: { inputPath: { fieldPath: 'author' } }, code: 'INVALID' },
        ],
      },
    },
    errors: { '': ['Invalid value'] },
  },
  {
    name: 'Litestar',
    body: {
      status_code: 400,
      detail: 'Validation failed for POST /lamps',
      extra: [{ message: 'Expected `int`, got `str`', key: 'age', source: 'body' }],
    },
    errors: { age: ['Expected `int`, got `str`'] },
  },
  {
    name: 'Directus',
    body: {
      errors: [
        {
          message: 'Value for field "email" has to be unique.',
          extensions: { collection: 'users', field: 'email', code: 'RECORD_NOT_UNIQUE' },
        },
      ],
    },
    errors: { email: ['Value for field "email" has to be unique.'] },
  },
  {
    name: 'Oracle REST',
    body: {
      type: 'https://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html',
      title: 'Bad Request',
      status: '400',
      'o:errorDetails': [{ detail: 'Name is required', 'o:errorPath': '/name' }],
    },
    errors: { name: ['Name is required'] },
  },
  {
    name: 'Gitea',
    body: { message: '[]: name is required', url: 'https://git.example/api/swagger' },
    errors: { '': ['[]: name is required'] },
  },
  {
    name: 'WordPress',
    body: {
      code: 'rest_invalid_param',
      message: 'Invalid parameter(s): email',
      data: {
        status: 400,
        params: { email: 'Invalid email address.' },
        details: { email: { code: 'rest_invalid_email', message: 'Invalid email address.', data: null } },
      },
    },
    errors: { email: ['Invalid email address.'] },
  },
  {
    name: 'Kubernetes',
    body: {
      kind: 'Status',
      status: 'Failure',
      message: 'Pod "x" is invalid: spec.containers: Required value',
      reason: 'Invalid',
      details: {
        name: 'x',
        kind: 'Pod',
        causes: [{ reason: 'FieldValueRequired', message: 'Required value', field: 'spec.containers' }],
      },
      code: 422,
    },
    errors: { 'spec.containers': ['Required value'] },
  },
  {
    name: 'Braintree',
    body: {
      errors: {
        errors: [],
        customer: { errors: [{ attribute: 'email', code: '81604', message: 'Email is an invalid format.' }] },
      },
      message: 'Email is an invalid format.',
    },
    errors: { 'customer.email': ['Email is an invalid format.'] },
  },
  {
    name: 'GitLab',
    body: { message: { name: ['has already been taken'], path: ['is too short'] } },
    errors: { name: ['has already been taken'], path: ['is too short'] },
  },
  {
    name: 'ServiceStack',
    body: {
      responseStatus: {
        errorCode: 'NotEmpty',
        message: 'Name must not be empty.',
        errors: [{ errorCode: 'NotEmpty', fieldName: 'Name', message: 'Name must not be empty.' }],
      },
    },
    errors: { Name: ['Name must not be empty.'] },
  },
  {
    name: 'a list of fields and errors',
    body: {
      ok: false,
      errors: [
        { field: 'email', error: 'Invalid email' },
        { field: 'items[0].qty', error: 'Low' },
      ],
    },
    errors: { email: ['Invalid email'], 'items.0.qty': ['Low'] },
  },
  {
    name: 'a list of keys and texts',
    body: { invalid: [{ key: 'email', text: 'is not an email' }] },
    errors: { email: ['is not an email'] },
  },
  {
    name: 'fields and rules',
    body: {
      errors: [
        { field: 'email', tag: 'email', value: 'ada' },
        { property: 'age', constraint: 'Min' },
      ],
    },
    errors: { email: ['email'], age: ['Min'] },
  },
  {
    name: 'details, with much else',
    body: {
      error: {
        code: 'VALIDATION_ERROR',
        message: 'Invalid request',
        details: [{ field: 'email', issue: 'must be an email' }],
      },
      requestId: 'abc-1',
      timestamp: '2026-11-24T00:00:00Z',
      path: '/users',
      help: 'See https://example.com for more',
    },
    errors: { email: ['must be an email'] },
  },
  {
    name: 'details as a map of words',
    body: {
      error: {
        code: 'VALIDATION_ERROR',
        message: 'Invalid',
        details: { email: 'required', name: 'too short' },
      },
    },
    errors: { email: ['required'], name: ['too short'] },
  },
  {
    name: 'details that are no errors',
    body: { error: 'Out of stock', details: { sku: 'A1', available: 3, requestId: 'abc-1' } },
    errors: { '': ['Out of stock'] },
  },
  {
    name: 'a map of fields',
    body: {
      code: 'INVALID',
      message: 'Invalid request',
      fields: { email: { message: 'is invalid', level: 'error' } },
    },
    errors: { email: ['is invalid'] },
  },
  {
    name: 'a map of a validation',
    body: { error: 'validation_failed', validation: { email: 'is not an email', name: 'required' } },
    errors: { email: ['is not an email'], name: ['required'] },
  },
  {
    name: 'a map of words',
    body: { errors: { email: 'invalid', age: 'too_low' } },
    errors: { email: ['invalid'], age: ['too_low'] },
  },
  {
    name: 'pointers as keys',
    body: { errors: { '/email': ['is wrong'], '/items/0/qty': ['is low'], 'items[1][qty]': ['is high'] } },
    errors: { email: ['is wrong'], 'items.0.qty': ['is low'], 'items.1.qty': ['is high'] },
  },
  {
    name: 'a tree',
    body: { errors: { address: { zip: ['is wrong'] }, items: [null, { qty: ['is low'] }] } },
    errors: { 'address.zip': ['is wrong'], 'items.1.qty': ['is low'] },
  },
  {
    name: 'texts',
    body: { errors: ['email is required', 'items[0].qty must be greater than 0', 'Something went wrong'] },
    errors: {
      email: ['email is required'],
      'items.0.qty': ['items[0].qty must be greater than 0'],
      '': ['Something went wrong'],
    },
  },
  {
    name: 'an envelope of an unknown name',
    body: { result: { errors: { email: ['is wrong'] } } },
    errors: { email: ['is wrong'] },
  },
  {
    name: 'errors that are empty',
    body: { errors: {}, error: true, code: 400, message: 'It failed' },
    errors: { '': ['It failed'] },
  },
  {
    name: 'fields with the names of other things',
    body: {
      message: 'Invalid',
      errors: {
        message: ['is a'],
        code: ['is b'],
        errors: ['is c'],
        detail: ['is d'],
        title: ['is e'],
        path: ['is f'],
        name: ['is g'],
        field: ['is h'],
        status: ['is i'],
        type: ['is j'],
        data: ['is k'],
        items: ['is l'],
        properties: ['is m'],
      },
    },
    errors: {
      message: ['is a'],
      code: ['is b'],
      errors: ['is c'],
      detail: ['is d'],
      title: ['is e'],
      path: ['is f'],
      name: ['is g'],
      field: ['is h'],
      status: ['is i'],
      type: ['is j'],
      data: ['is k'],
      items: ['is l'],
      properties: ['is m'],
    },
  },
  {
    name: 'a text of a map that quotes a value',
    body: { status: ['"x" is not a valid choice.'], path: ['is wrong'] },
    errors: { status: ['"x" is not a valid choice.'], path: ['is wrong'] },
  },
  {
    name: 'nothing but what is no error',
    body: {
      traceId: '00-abc-01',
      status: 400,
      timestamp: '2026-01-01 00:00:00',
      path: '/users',
      instance: '/users',
    },
    errors: { '': ['The server gave no reason'] },
  },
  {
    name: 'the request beside its errors',
    body: {
      detail: [
        { loc: ['body', 'email'], msg: 'Field required', type: 'missing', input: { name: 'Ada Lovelace' } },
      ],
      body: { name: 'Ada Lovelace', tags: ['a b'] },
    },
    errors: { email: ['Field required'] },
  },
];
