import { contactFile } from '../../../card/contact/vcard.ts'
import { Icon } from '../../../card/icons/Icon.tsx'
import { NetworkIcon } from '../../../card/icons/NetworkIcon.tsx'
import { QrCode } from '../../../card/qr/QrCode.tsx'
import { themeNames } from '../../../schema/cards/theme.ts'
import { Trans } from '../../messages/Trans.tsx'
import { t } from '../../messages/t.ts'
import { type FeatureName, networks } from '../content.ts'
import { facePicture } from '../parts/SampleCard.tsx'
import { samples } from '../people.ts'

/** A feature's illustration, built from real components. */
export function FeaturePicture({ name }: { name: FeatureName }) {
  const Picture = pictures[name]
  return <Picture />
}

const pictures: Record<FeatureName, () => React.ReactNode> = {
  themes: () => Object.keys(themeNames).map((theme) => <i key={theme} data-theme={theme} />),
  qr: () => <QrCode text="https://cards.example/view/ada#qr" size={148} label="" />,
  editor: Editor,
  analytics: Chart,
  contact: ContactLines,
  team: Team,
  domain: () => (
    <p className="address-bar">
      <Icon name="lock" size={16} />
      <span>
        <Trans
          id="cards.<b>yourname</b>.com<small>/view/ada</small>"
          components={{ b: <b />, small: <small /> }}
        />
      </span>
    </p>
  ),
  mobile: () => [320, 390, 430].map((width) => <i key={width} data-width={width} />),
  social: () =>
    networks.map((network) => <NetworkIcon key={network} network={network} size={22} />),
}

function Editor() {
  return (
    <p className="edited">
      <span>{t('Ada Lindqvist')}</span>
      <i>
        <Icon name="edit" size={14} />
      </i>
      <small>{t('Architect, RIBA')}</small>
    </p>
  )
}

const week = [34, 48, 41, 62, 57, 92, 74]

function Chart() {
  const points = week.map((value, day) => `${day * 40 + 10} ${100 - value}`)
  return (
    <svg viewBox="0 0 260 100" preserveAspectRatio="none" aria-hidden="true">
      <path className="chart-area" d={`M10 100L${points.join('L')}L250 100Z`} />
      <path className="chart-line" d={`M${points.join('L')}`} />
    </svg>
  )
}

function ContactLines() {
  const { card } = samples.minimalist
  const file = contactFile(card, { uid: '0', url: 'https://lindqvist.example' })
  const lines = file.split('\r\n').filter((line) => /^(BEGIN|FN|ORG|TITLE|TEL|EMAIL)/.test(line))
  return <pre>{lines.join('\n')}</pre>
}

function Team() {
  const people = [
    { ...samples.education, badge: t('Admin'), kind: 'bad' },
    { ...samples.tech, badge: t('Developer'), kind: 'ok' },
    { ...samples.minimalist, badge: t('Manager'), kind: 'new' },
  ]
  return people.map(({ card, face, badge, kind }) => (
    <p key={badge} className="member">
      <img src={facePicture(face)} alt="" width={28} height={28} loading="lazy" />
      <span>{card.name}</span>
      <b className="badge" data-kind={kind}>
        {badge}
      </b>
    </p>
  ))
}
