/** The API documentation as an HTML page: no scripts, no external resources. */

import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server.edge'
import { ProductLogo } from '../../../card/icons/ProductLogo.tsx'
import plain from '../plain-page.css?inline'
import own from './api-docs.css?inline'
import {
  type About,
  about,
  type Call,
  callsOf,
  curlOf,
  groups,
  type Routes,
  type Schema,
  schemaOf,
  whoOf,
} from './openapi.ts'

export const docsStyle = plain + own

type Components = Record<string, Schema>

export function docsPage(routes: Routes, site: About): string {
  const components: Components = {}
  const calls = callsOf(routes)
  const sections = groups.flatMap((group) => {
    const own = calls.filter((call) => call.group === group)
    return own.length > 0 ? [{ group, calls: own }] : []
  })
  // Rendered first because it collects the named schemas for the end of the page.
  const main = sections.map(({ group, calls }) => (
    <Section key={group} group={group} calls={calls} site={site} components={components} />
  ))
  const body = renderToStaticMarkup(main)
  const names = Object.keys(components).sort()
  const head = renderToStaticMarkup(<Head site={site} />)
  const top = renderToStaticMarkup(<Top site={site} />)
  const end = renderToStaticMarkup(<Things names={names} components={components} />)
  return `<!doctype html><html lang="en"><head>${head}<style>${docsStyle}</style></head><body>${top}<main id="calls">${body}${end}</main></body></html>`
}

function Head({ site }: { site: About }) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <title>{`${site.product} API`}</title>
      <meta name="description" content={`Every call in the ${site.product} API`} />
    </>
  )
}

function Top({ site }: { site: About }) {
  return (
    <header>
      <a className="skip" href="#calls">
        Skip to the calls
      </a>
      <p className="brand">
        <ProductLogo size={24} />
        <a href="/">{site.product}</a>
      </p>
      <h1>API</h1>
      <p>{about}</p>
      <p>
        For programs: <a href="/api/openapi.json">OpenAPI 3.1 document</a>
      </p>
    </header>
  )
}

type Shown = { site: About; components: Components }

function Section({ group, calls, ...shown }: Shown & { group: string; calls: Call[] }) {
  return (
    <Fold title={group} count={calls.length}>
      {calls.map((call) => (
        <Article key={`${call.method} ${call.path}`} call={call} {...shown} />
      ))}
    </Fold>
  )
}

/** A group, folded. Browsers open it for a link to what is in it, so its id is within. */
function Fold({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <section>
      <details>
        <summary>
          <h2>{title}</h2>
          <small>{count}</small>
        </summary>
        <div id={idOf(title)}>{children}</div>
      </details>
    </section>
  )
}

function Article({ call, site, components }: Shown & { call: Call }) {
  const { method, path, declaration, errors } = call
  const sent = declaration.body ?? declaration.form
  const answer = declaration.response && schemaOf(declaration.response, 'output', components)
  return (
    <article>
      <h3>
        <code className={`method ${method.toLowerCase()}`}>{method}</code> <code>{path}</code>
      </h3>
      <p>{declaration.summary}</p>
      <p className="who">{whoOf(call)}</p>
      {declaration.query && (
        <Fields
          title="Query"
          schema={schemaOf(declaration.query, 'input', components)}
          components={components}
        />
      )}
      {sent && (
        <Fields
          title={`Body, at most ${declaration.maxBody ?? 0} bytes`}
          schema={schemaOf(sent, 'input', components)}
          components={components}
        />
      )}
      <h4>Responses</h4>
      <ul className="answers">
        <li>
          <code>{declaration.status ?? 200}</code>{' '}
          {answer ? <TypeText schema={answer} /> : (declaration.responseType ?? 'nothing')}
        </li>
        {Object.entries(errors).map(([status, sentence]) => (
          <li key={status}>
            <code>{status}</code> {sentence}
          </li>
        ))}
      </ul>
      <pre>
        <code>{curlOf(call, site.origin)}</code>
      </pre>
    </article>
  )
}

function Things({ names, components }: { names: string[]; components: Components }) {
  return (
    <Fold title="Objects" count={names.length}>
      {names.map((name) => (
        <article key={name} id={`thing-${name}`}>
          <h3>
            <code>{name}</code>
          </h3>
          <Fields title="Fields" schema={components[name] ?? {}} components={components} open />
        </article>
      ))}
    </Fold>
  )
}

function idOf(group: string): string {
  return group.toLowerCase().replaceAll(' ', '-')
}

// Describes JSON Schema in words.

type Props = {
  title: string
  schema: Schema
  components: Record<string, Schema>
  open?: boolean
}

function Fields({ title, schema, components, open = false }: Props) {
  const named = nameOf(schema)
  const { properties = {}, required = [] } = named ? (components[named] ?? {}) : schema
  return (
    <details open={open}>
      <summary>{title}</summary>
      <dl>
        {Object.entries(properties).map(([name, field]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
              {required.includes(name) && <small> required</small>}
            </dt>
            <dd>{typeof field === 'object' && <TypeText schema={field} />}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** The type as a phrase, such as `text, at most 60 characters`, `list of Card` or `number or null`. */
function TypeText({ schema }: { schema: Schema }) {
  const named = nameOf(schema)
  if (named) return <a href={`#thing-${named}`}>{named}</a>
  if (isSchema(schema.items)) {
    return (
      <>
        list of <TypeText schema={schema.items} />
        {schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`}
      </>
    )
  }
  return <>{phrase(schema)}</>
}

function nameOf(schema: Schema): string | undefined {
  return schema.$ref?.split('/').at(-1)
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function phrase(schema: Schema): string {
  const among = schema.anyOf ?? schema.oneOf
  if (among) return [...new Set(among.filter(isSchema).map(phrase))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  const types = [schema.type ?? 'anything'].flat().map((type) => words.get(type) ?? type)
  return [types.join(' or ') + fieldsOf(schema), ...limitsOf(schema)].join(', ')
}

const words = new Map([
  ['string', 'text'],
  ['boolean', 'true or false'],
  ['integer', 'whole number'],
  ['array', 'list'],
])

function fieldsOf({ properties }: Schema): string {
  return properties ? ` of ${Object.keys(properties).join(', ')}` : ''
}

function limitsOf({ minLength, maxLength, minimum, maximum, ...schema }: Schema): string[] {
  return [
    minLength === undefined ? '' : `at least ${minLength} characters`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    minimum === undefined ? '' : `from ${minimum}`,
    maximum === undefined || maximum > 1e9 ? '' : `up to ${maximum}`,
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter(Boolean)
}
