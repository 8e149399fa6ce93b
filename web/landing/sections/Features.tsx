import { Icon } from '../../../card/icons/Icon.tsx'
import { t } from '../../messages/t.ts'
import { type FeatureName, features } from '../content.ts'
import { SupportLink } from '../parts/Product.tsx'
import { FeaturePicture } from './FeaturePicture.tsx'

const order: FeatureName[] = [
  'themes',
  'qr',
  'editor',
  'analytics',
  'contact',
  'team',
  'domain',
  'mobile',
  'social',
]

export function Features() {
  return (
    <section className="band wide" id="features" tabIndex={-1} aria-labelledby="features-title">
      <header className="band-head">
        <h2 id="features-title">{t("Everything paper cards can't do")}</h2>
        <p>{t('Nine features, all available today. Select one to see it.')}</p>
      </header>
      <ul className="thirds features">
        {order.map((name) => (
          <Feature key={name} name={name} />
        ))}
      </ul>
    </section>
  )
}

function Feature({ name }: { name: FeatureName }) {
  const { title, text } = features[name]
  return (
    <li className="feature panel">
      <div className="feature-picture" data-feature={name} aria-hidden="true">
        <FeaturePicture name={name} />
      </div>
      <div className="feature-words">
        <h3>{title}</h3>
        <p>{text}</p>
        <Way name={name} />
      </div>
    </li>
  )
}

function Way({ name }: { name: FeatureName }) {
  const { link, href, mail } = features[name]
  const words = (
    <>
      {link}
      <Icon name="chevron-right" size={14} />
    </>
  )
  if (mail)
    return (
      <SupportLink className="way" subject={mail}>
        {words}
      </SupportLink>
    )
  if (!href)
    return (
      <button className="way" type="button" data-opens="install" aria-haspopup="dialog">
        {words}
      </button>
    )
  return (
    <a className="way" href={href} download={href.endsWith('.vcf') || undefined}>
      {words}
    </a>
  )
}
