import { type ComponentType, lazy, useState } from 'react'

export type Later<Props = object> = ComponentType<Props> & { fetch: () => void }

/**
 * A component whose script is fetched when it is first drawn, or ahead by `fetch`; until it is there, the `Suspense`
 * around it waits. React's own `lazy` waits even for what is there: 300 ms in which its fallback shows.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Later<Props> {
  let loaded: ComponentType<Props> | undefined
  const get = async () => {
    loaded ??= await load()
    return loaded
  }
  const Waiting: ComponentType<Props> = lazy(async () => ({ default: await get() }))
  const draw = (props: Props) => <Drawn props={props} first={() => loaded ?? Waiting} />
  // A failure shows where it is to be drawn.
  return Object.assign(draw, { fetch: () => void get().catch(() => {}) })
}

/** As `later`, of what a press shows: fetched when the page around has stood for a while, or by the press if that is sooner. */
export function soon<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Later<Props> {
  const Content = later(load)
  if (globalThis.document) setTimeout(Content.fetch, 1500)
  return Content
}

type DrawnProps<Props> = { props: Props; first: () => ComponentType<Props> }

// Another component in its place would lose what was typed in it.
function Drawn<Props extends object>({ props, first }: DrawnProps<Props>) {
  const [Content] = useState(first)
  return <Content {...props} />
}
