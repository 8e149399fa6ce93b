import { type ComponentType, lazy, useState } from 'react'

export type PreloadableComponent<Props = object> = ComponentType<Props> & { preload: () => void }

/**
 * Lazy component that can be preloaded with `preload`; suspends until loaded. React's own `lazy`
 * suspends even for a loaded module, so its fallback shows for 300 ms.
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
  const render = (props: Props) => <FirstContent props={props} first={() => loaded ?? Waiting} />
  // An error is thrown when the component renders.
  return Object.assign(render, { preload: () => void get().catch(() => {}) })
}

/**
 * Like `lazyWithPreload`, for components opened by a click: preloaded some time after the page has
 * rendered, or by the click if sooner.
 */
export function lazyWithTimedPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): PreloadableComponent<Props> {
  const Content = lazyWithPreload(load)
  if (globalThis.document) setTimeout(Content.preload, 1500)
  return Content
}

type FirstContentProps<Props> = { props: Props; first: () => ComponentType<Props> }

// Keeps the first component: replacing it would lose its state, such as typed text.
function FirstContent<Props extends object>({ props, first }: FirstContentProps<Props>) {
  const [Content] = useState(first)
  return <Content {...props} />
}
