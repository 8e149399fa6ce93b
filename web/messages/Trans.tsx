import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { format, type Values } from './t.ts'

type TransProps<Id extends string> = {
  id: Id
  /** Elements by the name of their tag in the message; not needed for those of `plainElements`. */
  components?: Record<string, ReactElement>
} & (Values<Id> extends [infer Given] ? { values: Given } : { values?: undefined })

/** A translated message with elements: `Read the <link>guide</link>` with the component `link`. */
export function Trans<const Id extends string>({ id, values, components = {} }: TransProps<Id>) {
  // A value may contain text that looks like a tag.
  const safe = Object.entries(values ?? noValues).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replaceAll('<', lessThan) : value,
  ])
  return <>{parse(format(id, Object.fromEntries(safe)), components)}</>
}

/**
 * Elements that every message may use; `<span>` is only for screen readers. A digit tells two of a kind apart, as in
 * `<strong2>`.
 */
const plainElements: Record<string, ReactElement> = {
  b: <b />,
  bdi: <bdi />,
  small: <small />,
  span: <span className="hidden-text" />,
  strong: <strong />,
}
const noValues: Record<string, string | number> = {}
const lessThan = '\uE000'
const tag = /<(\w+)>(.*?)<\/\1>|<(\w+)\/>/s

function parse(text: string, components: Record<string, ReactElement>): ReactNode[] {
  const found = tag.exec(text)
  if (!found) return [plain(text)]
  const [whole, name = '', inner = '', alone = ''] = found
  const given = name || alone
  const element = components[given] ?? plainElements[given.replace(/\d$/, '')]
  const content = name ? parse(inner, components) : []
  return [
    plain(text.slice(0, found.index)),
    element ? withContent(element, found.index, content) : content,
    ...parse(text.slice(found.index + whole.length), components),
  ]
}

function withContent(element: ReactElement, key: number, content: ReactNode[]) {
  return content.length > 0
    ? cloneElement(element, { key }, ...content)
    : cloneElement(element, { key })
}

function plain(text: string): string {
  return text.replaceAll(lessThan, '<')
}
