import { Icon, type IconName } from '../../card/icons/Icon.tsx'
import { deviceName, placeName } from '../ui/charts/breakdown.ts'
import { formatDateTime } from '../ui/format.ts'

export function When({ timestamp }: { timestamp: string }) {
  return (
    <td>
      <time dateTime={timestamp}>{formatDateTime(timestamp)}</time>
    </td>
  )
}

export function Place({ place }: { place: string }) {
  return (
    <td>
      <bdi>{placeName(place || 'Unknown')}</bdi>
    </td>
  )
}

export function Device({ device }: { device: string }) {
  const text = device || 'Unknown'
  return (
    <td>
      <span className="badge">
        <Icon name={icons.get(text.split(',')[0] ?? '') ?? 'phone-device'} size={14} />
        {deviceName(text)}
      </span>
    </td>
  )
}

const icons = new Map<string, IconName>([
  ['Mobile', 'phone-device'],
  ['Tablet', 'tablet'],
  ['Desktop', 'desktop'],
])
