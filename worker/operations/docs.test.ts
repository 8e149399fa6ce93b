import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { app } from '../app.ts'
import { listEndpoints } from '../http/declaration.ts'
import { origin, request } from '../testing/app.ts'
import { callsOf } from './api-docs/openapi.ts'

const Operation = z.object({
  operationId: z.string().check(z.regex(/^[a-z]\w+$/)),
  tags: z.array(z.string()).check(z.length(1)),
  summary: z.string().check(z.minLength(1)),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  'x-access': z.object({
    who: z.union([z.literal('anyone'), z.number()]),
    rule: z.optional(z.string()),
  }),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(['path', 'query']),
      required: z.boolean(),
      schema: z.looseObject({}),
    }),
  ),
  requestBody: z.optional(
    z.object({
      required: z.literal(true),
      content: z.record(z.string(), z.object({ schema: z.looseObject({}) })),
    }),
  ),
  responses: z.record(
    z.string().check(z.regex(/^[2-5]\d\d$/)),
    z.looseObject({ description: z.string().check(z.minLength(1)) }),
  ),
})
const Document = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.literal('Edgecard API'), version: z.string() }),
  servers: z.tuple([z.object({ url: z.literal(origin) })]),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(
    z.string().check(z.startsWith('/')),
    z.union([
      z.record(z.enum(['get', 'post', 'put', 'patch', 'delete']), Operation),
      z.record(z.string(), Operation),
    ]),
  ),
  components: z.object({
    schemas: z.record(z.string(), z.looseObject({})),
    securitySchemes: z.object({
      session: z.object({ in: z.literal('cookie'), name: z.literal('sid') }),
    }),
  }),
})

async function read() {
  const response = await request('GET', '/api/openapi.json')
  const text = await response.text()
  return { response, text, document: Document.parse(JSON.parse(text)) }
}

function operations(document: z.infer<typeof Document>) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
}

test('GET /api/openapi.json lists every endpoint', async () => {
  const { response, document } = await read()
  expect(response.headers.get('Cache-Control')).toBe('no-cache')
  // Paths with a trailing slash only redirect.
  const declared = listEndpoints(app.routes).map(({ key }) => key)
  const described = declared.filter((key) => !/.\/$/.test(key))
  const listed = operations(document).map(
    ({ path, method }) =>
      `${method.toUpperCase()} ${path.replace('{path}', '*').replace(/\{(\w+)\}/g, ':$1')}`,
  )
  expect(listed.toSorted()).toEqual(described.toSorted())
  expect(listed.length).toBeGreaterThan(20)
})

test('GET /api/openapi.json is consistent: references, parameters, names and tags', async () => {
  const { text, document } = await read()
  for (const [, name = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
    expect(Object.keys(document.components.schemas)).toContain(name)
  }
  expect(text.match(/"\$ref":"(?!#\/components\/schemas\/)/)).toBeNull()
  const all = operations(document)
  expect(new Set(all.map(({ operation }) => operation.operationId)).size).toBe(all.length)
  const tags = document.tags.map(({ name }) => name)
  for (const { path, operation } of all) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(declared.map(({ name }) => name)).toEqual(inPath)
    expect(tags).toContain(operation.tags[0])
    expect(Object.keys(operation.responses).some((status) => status.startsWith('2'))).toBe(true)
  }
})

test('GET /api/openapi.json documents the rules, body, response and errors of saving a card', async () => {
  const { document, text } = await read()
  const put = document.paths['/api/business-cards/{id}']?.put
  expect(put).toMatchObject({
    security: [{ session: [] }],
    'x-access': { who: 1, rule: 'the card owner, or level 4 and not below the owner' },
    requestBody: {
      content: { 'application/json': { schema: { $ref: '#/components/schemas/CardInput' } } },
    },
    responses: {
      200: {
        content: { 'application/json': { schema: { $ref: '#/components/schemas/SavedCard' } } },
      },
    },
  })
  expect(Object.keys(put?.responses ?? {})).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '412',
    '413',
    '415',
    '429',
    '503',
  ])
  expect(document.components.schemas.PublicCard).not.toHaveProperty('properties.embedCodes')
  expect(text).not.toContain('"alt":{}')
})

test('every call with a body has an example that its schema accepts', () => {
  for (const { key, declaration } of listEndpoints(app.routes)) {
    const { body, example } = declaration
    if (body) expect(body.safeParse(example).error?.issues, key).toBeUndefined()
  }
})

test('GET /api/docs is a page without scripts and without external resources', async () => {
  const response = await request('GET', '/api/docs')
  const page = await response.text()
  expect([response.status, response.headers.get('Content-Type')]).toEqual([
    200,
    'text/html; charset=UTF-8',
  ])
  expect(page).not.toMatch(/<script|\son\w+=|style="|<link|<img|src="|href="http/)
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? []
  expect(style).toContain('--ink')
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
  const named = `'sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}'`
  const rules = response.headers.get('Content-Security-Policy') ?? ''
  expect(rules).toContain(`default-src 'none'; style-src ${named};`)
  for (const { path, declaration } of callsOf(app.routes)) {
    expect(page).toContain(`<code>${path}</code>`)
    expect(page).toContain(declaration.summary.replaceAll("'", '&#x27;'))
  }
  // Folded by group: a line for each, and one for the objects.
  const groups = new Set(callsOf(app.routes).map(({ group }) => group))
  expect(page.match(/<section><details><summary><h2>/g)).toHaveLength(groups.size + 1)
  expect(page.match(/<section>/g)).toHaveLength(groups.size + 1)
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
})

test('the documents return 304 to clients that have them', async () => {
  for (const path of ['/api/docs', '/api/openapi.json']) {
    const tag = (await request('GET', path)).headers.get('ETag') ?? ''
    const again = await request('GET', path, undefined, { 'If-None-Match': tag })
    expect(again.status).toBe(304)
  }
})

test('a linter finds no errors in the OpenAPI document, and detects invalid examples', async () => {
  const { text } = await read()
  expect(await lint(text)).toEqual([])
  const slashed = text.replace('"/api/user":', '"/api/user/":')
  expect(await lint(slashed)).toEqual([expect.stringContaining('no-path-trailing-slash')])
  const wrong = text.replace('"cardId":1', '"cardId":"one"')
  expect(wrong).not.toBe(text)
  expect((await lint(wrong)).join()).toContain('no-invalid-media-type-examples')
})

async function lint(text: string): Promise<string[]> {
  const response = await fetch('http://openapi-lint.test/', { method: 'POST', body: text })
  return z.array(z.string()).parse(await response.json())
}
