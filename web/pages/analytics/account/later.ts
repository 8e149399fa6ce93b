import { later, soon } from '../../../ui/later.tsx'

export const AccountOverview = later(
  async () => (await import('./AccountOverview.tsx')).AccountOverview,
)
export const SampleOverview = later(
  async () => (await import('./SampleOverview.tsx')).SampleOverview,
)
export const TrafficSources = later(
  async () => (await import('./TrafficSources.tsx')).TrafficSources,
)
export const AccountEngagement = later(
  async () => (await import('./AccountEngagement.tsx')).AccountEngagement,
)
export const Demographics = later(async () => (await import('./Demographics.tsx')).Demographics)
export const ShareDialog = soon(async () => (await import('./ShareDialog.tsx')).ShareDialog)

// The first tab is wanted as soon as the figures are here.
if (globalThis.document) AccountOverview.fetch()
