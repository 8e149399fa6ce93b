/** Counts of some days by place, device and way in, as people read them. */

import type { EventKind } from '../../schema/event.ts'
import type { Breakdown, Figures } from '../../schema/figures.ts'
import { placeText } from '../../schema/place.ts'
import { type Counts, readDimension, readLinks } from './counts.ts'

type Breakdowns = Pick<Figures['breakdowns'], 'views' | 'clicks' | 'saves' | 'links'>

export function breakdownsOf(counts: Counts): Breakdowns {
  return {
    views: breakdown(counts, 'view'),
    clicks: breakdown(counts, 'click'),
    saves: breakdown(counts, 'save'),
    links: readLinks(counts),
  }
}

function breakdown(counts: Counts, kind: EventKind): Breakdown {
  const places = readDimension(counts, kind, 'places')
  const devices = readDimension(counts, kind, 'devices')
  return {
    countries: regroup(places, (key) => part(key, 0)),
    regions: regroup(places, (key) => placeText(key.split('|').slice(0, 2).join('|'))),
    places: regroup(places, placeText),
    devices: regroup(devices, (key) => part(key, 0)),
    systems: regroup(devices, (key) => part(key, 1)),
    browsers: regroup(devices, (key) => part(key, 2)),
    sources: readDimension(counts, kind, 'sources'),
  }
}

function part(key: string, index: number): string {
  return key === 'Other' ? key : key.split('|')[index] || 'Unknown'
}

function regroup(counts: Record<string, number>, name: (key: string) => string) {
  const grouped = new Map<string, number>()
  for (const [key, count] of Object.entries(counts))
    grouped.set(name(key), (grouped.get(name(key)) ?? 0) + count)
  return Object.fromEntries(grouped)
}
