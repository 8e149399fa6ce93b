import { Icon } from '../../../../card/Icon.tsx'
import { initials } from '../../../../card/links.ts'
import { sources } from '../../../../card/pictures.ts'
import type { Device, Landed } from '../../../../card/vcard-reader.ts'

/** A contact in the manner of the device, with every row it took and what it left behind. */
export function LandedContact({
  device,
  landed,
  photo,
}: {
  device: Device
  landed: Landed
  photo: string | null
}) {
  const picture = landed.photo
    ? sources(photo, 'profile', { width: 128, sizes: '72px' })
    : undefined
  return (
    <div className="landed" data-device={device}>
      <header>
        {picture ? (
          <img {...picture} alt="" width={72} height={72} />
        ) : (
          <span className="landed-initials" aria-hidden="true">
            {initials(landed.name)}
          </span>
        )}
        <div>
          <strong dir="auto">{landed.name || 'No name'}</strong>
          {landed.title && <span dir="auto">{landed.title}</span>}
          {landed.company && <span dir="auto">{landed.company}</span>}
        </div>
      </header>
      <dl>
        {landed.sorted && (
          <div>
            <dt>{device === 'outlook' ? 'File as' : 'Sorted under'}</dt>
            <dd dir="auto">{landed.sorted}</dd>
          </div>
        )}
        {keyed(landed.rows).map((row) => (
          <div key={row.key}>
            <dt>{row.label}</dt>
            <dd dir="auto">{row.value}</dd>
          </div>
        ))}
        {landed.note && (
          <div>
            <dt>{device === 'iphone' ? 'notes' : 'Notes'}</dt>
            <dd className="landed-note" dir="auto">
              {landed.note}
            </dd>
          </div>
        )}
      </dl>
      {landed.lost.length > 0 && (
        <p className="landed-lost">
          <Icon name="warn" size={16} />
          <span>Left behind: {landed.lost.join(', ')}</span>
        </p>
      )}
    </div>
  )
}

// iPhone may show an address twice, as a link and as a profile.
function keyed(rows: Landed['rows']) {
  return rows.map((row, at) => ({ ...row, key: `${at} ${row.value}` }))
}
