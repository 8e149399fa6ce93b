import { t } from '../../messages/t.ts'
import { facts, heroThemes } from '../content.ts'
import { CreateCard } from '../parts/AccountLinks.tsx'
import { SampleCard } from '../parts/SampleCard.tsx'
import { samples } from '../people.ts'

export function Hero() {
  return (
    <section className="hero wide" aria-labelledby="hero">
      <div className="hero-words">
        <h1 id="hero">{t('Your business card, in their phone before the handshake ends')}</h1>
        <p className="lead">
          {t(
            'They scan, and your card opens in the browser. One tap saves your photo, numbers and links. See what people view, click and save.',
          )}
        </p>
        <div className="hero-actions">
          <CreateCard />
          <a className="button" data-kind="secondary" data-size="large" href="#themes">
            {t('See the themes')}
          </a>
        </div>
      </div>
      <dl className="facts">
        {facts.map(({ figure, text }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <Stage />
    </section>
  )
}

function Stage() {
  return (
    <div className="stage">
      <SampleCard sample={samples.tech} className="stage-behind" />
      <SampleCard sample={samples.nonprofit} className="stage-behind" />
      <div className="phone" id="phone">
        <SampleCard sample={samples.minimalist} className="phone-glass" />
      </div>
      <fieldset className="chips">
        <legend className="hidden-text">{t('Theme of the sample card')}</legend>
        {heroThemes.map(({ theme, title }, index) => (
          <label key={theme}>
            <input
              type="radio"
              name="hero-theme"
              value={theme}
              autoComplete="off"
              defaultChecked={index === 0}
            />
            <i data-theme={theme} aria-hidden="true" />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}
