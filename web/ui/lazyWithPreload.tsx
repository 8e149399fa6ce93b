import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { loadMessages } from '../messages/load.ts'

export type PreloadableComponent<Props = object> = ComponentType<Props> & { preload: () => void }

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props & object : never

/**
 * Returns the component that the module of `load` exports as `name`. It loads when first rendered, or earlier by
 * `preload`, after the app's messages. Until then it shows `fallback`, or suspends without one.
 */
export function lazyWithPreload<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  fallback?: ReactNode,
): PreloadableComponent<PropsOf<Module[Name]>> {
  return lazyPage(() => loadMessages('app').then(load), name, fallback)
}

/**
 * The same for pages and their layout, which load their messages themselves. React's own `lazy` suspends even for a
 * loaded module, so its fallback shows for 300 ms.
 */
export function lazyPage<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  fallback?: ReactNode,
): PreloadableComponent<PropsOf<Module[Name]>> {
  type Props = PropsOf<Module[Name]>
  let loaded: ComponentType<Props> | undefined
  const get = () =>
    load().then(({ [name]: found }): ComponentType<Props> => {
      if (!isComponent(found)) throw new TypeError(`${String(name)} is not a component`)
      loaded = found
      return found
    })
  const Waiting: ComponentType<Props> = lazy(async () => ({ default: await get() }))
  const render = (props: Props) => {
    const content = <FirstContent props={props} first={() => loaded ?? Waiting} />
    return fallback === undefined ? content : <Suspense fallback={fallback}>{content}</Suspense>
  }
  // An error is thrown when the component renders.
  return Object.assign(render, { preload: () => void get().catch(() => {}) })
}

/**
 * Like `lazyWithPreload`, for components opened by a click: preloaded some time after the page has rendered, or by the
 * click if sooner.
 */
export function lazyWithTimedPreload<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  fallback: ReactNode = null,
): PreloadableComponent<PropsOf<Module[Name]>> {
  return preloadLater(lazyWithPreload(load, name, fallback))
}

/** Preloads the component some time after the page has rendered. */
export function preloadLater<Content extends { preload: () => void }>(content: Content): Content {
  if (globalThis.document) setTimeout(content.preload, 1500)
  return content
}

/** Replaces a component that is left out if its script cannot be loaded, for example offline. */
export function Nothing() {
  return null
}

function isComponent<Value>(value: Value): value is Value & ComponentType<PropsOf<Value>> {
  return typeof value === 'function'
}

type FirstContentProps<Props> = { props: Props; first: () => ComponentType<Props> }

// Keeps the first component: replacing it would lose its state, such as typed text.
function FirstContent<Props extends object>({ props, first }: FirstContentProps<Props>) {
  const [Content] = useState(first)
  return <Content {...props} />
}
