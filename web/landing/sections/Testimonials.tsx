import { t } from '../../messages/t.ts'
import { testimonials } from '../content.ts'
import { facePicture } from '../parts/SampleCard.tsx'
import { samples } from '../people.ts'

export function Testimonials() {
  return (
    <section className="band wide" aria-labelledby="testimonials-title">
      <header className="band-head">
        <h2 id="testimonials-title">{t('What card owners say')}</h2>
        <p>{t('Examples: these people and their words are invented.')}</p>
      </header>
      <ul className="thirds testimonials">
        {testimonials.map(({ theme, rating, words }) => {
          const { card, face } = samples[theme]
          return (
            <li key={theme} className="panel">
              <figure>
                <Stars rating={rating} />
                <blockquote>{words}</blockquote>
                <figcaption>
                  <img src={facePicture(face)} alt="" width={44} height={44} loading="lazy" />
                  <span>
                    <b>{card.name}</b>
                    {card.title}, {card.company}
                  </span>
                </figcaption>
              </figure>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const star = 'm12 2.8 2.8 6 6.6.8-4.9 4.5 1.3 6.5-5.8-3.3-5.8 3.3 1.3-6.5-4.9-4.5 6.6-.8Z'

/** A rating out of five, in half steps: one image with a text label. */
function Stars({ rating }: { rating: number }) {
  return (
    <div className="stars" role="img" aria-label={t('{rating} of 5 stars', { rating })}>
      {[1, 2, 3, 4, 5].map((place) => (
        <Star key={place} fill={Math.min(1, Math.max(0, rating - place + 1))} />
      ))}
    </div>
  )
}

function Star({ fill }: { fill: number }) {
  return (
    <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
      <path className="star-empty" d={star} />
      {fill > 0 && <path d={fill < 1 ? half : star} />}
    </svg>
  )
}

const half = 'M12 2.8v14.5l-5.8 3.3 1.3-6.5-4.9-4.5 6.6-.8Z'
