import { type ComponentType, lazy, useState } from 'react'

export type PreloadableComponent<Props = object> = ComponentType<Props> & { preload: () => void }

/**
 * A component whose script is fetched when it is first drawn, or ahead by `preload`; until it is there, the `Suspense`
 * around it waits. React's own `lazy` waits even for what is there: 300 ms in which its fallback shows.
 */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): PreloadableComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  const get = async () => {
    loaded ??= await load()
    return loaded
  }
  const Waiting: ComponentType<Props> = lazy(async () => ({ default: await get() }))
  const draw = (props: Props) => <Drawn props={props} first={() => loaded ?? Waiting} />
  // A failure shows where it is to be drawn.
  return Object.assign(draw, { preload: () => void get().catch(() => {}) })
}

/** As `lazyWithPreload`, of what a press shows: fetched when the page around has stood for a while, or by the press if that is sooner. */
export function lazyWithTimedPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): PreloadableComponent<Props> {
  const Content = lazyWithPreload(load)
  if (globalThis.document) setTimeout(Content.preload, 1500)
  return Content
}

type DrawnProps<Props> = { props: Props; first: () => ComponentType<Props> }

// Another component in its place would lose what was typed in it.
function Drawn<Props extends object>({ props, first }: DrawnProps<Props>) {
  const [Content] = useState(first)
  return <Content {...props} />
}
