/** JSON Schema in words. */
import type { Schema } from './schemas.ts'

type Props = {
  title: string
  schema: Schema
  components: Record<string, Schema>
  open?: boolean
}

export function Fields({ title, schema, components, open = false }: Props) {
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

/** The type as a phrase: `text, at most 60 characters`, `list of Card`, `number or null`. */
export function TypeText({ schema }: { schema: Schema }) {
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
    schema.default === undefined ? '' : `otherwise ${JSON.stringify(schema.default)}`,
  ].filter(Boolean)
}
