import { testimonials } from '../content.ts'
import { facePicture } from '../parts/SampleCard.tsx'
import { Stars } from '../parts/Stars.tsx'
import { samples } from '../people.ts'

export function Testimonials() {
  return (
    <section className="band wide" aria-labelledby="testimonials-title">
      <header className="band-head">
        <h2 id="testimonials-title">Said by people with a card</h2>
      </header>
      <ul className="testimonials">
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
