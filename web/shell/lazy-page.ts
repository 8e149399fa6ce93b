import { type ComponentType, lazy } from 'react'

export type LazyPage = { Page: ComponentType; load: () => Promise<unknown> }

/** A page whose script is fetched when it is wanted; `load` wants it before the guard has let anybody in. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  return { Page: lazy(() => load().then((page) => ({ default: page }))), load }
}
