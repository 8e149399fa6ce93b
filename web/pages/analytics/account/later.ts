import { lazy } from 'react'

const loads = {
  overview: () => import('./AccountOverview.tsx'),
  sample: () => import('./SampleOverview.tsx'),
  sources: () => import('./TrafficSources.tsx'),
  engagement: () => import('./AccountEngagement.tsx'),
  demographics: () => import('./Demographics.tsx'),
  share: () => import('./ShareDialog.tsx'),
}

// The first tab is wanted as soon as the figures are here.
if (globalThis.document) loads.overview().catch(() => {})

export const AccountOverview = lazy(async () => ({
  default: (await loads.overview()).AccountOverview,
}))
export const SampleOverview = lazy(async () => ({ default: (await loads.sample()).SampleOverview }))
export const TrafficSources = lazy(async () => ({
  default: (await loads.sources()).TrafficSources,
}))
export const AccountEngagement = lazy(async () => ({
  default: (await loads.engagement()).AccountEngagement,
}))
export const Demographics = lazy(async () => ({
  default: (await loads.demographics()).Demographics,
}))
export const ShareDialog = lazy(async () => ({ default: (await loads.share()).ShareDialog }))
