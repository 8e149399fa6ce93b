import { Icon } from '../../../../card/Icon.tsx'
import type { Card } from '../../../../schema/card.ts'
import { viewPath } from '../../../../schema/screens.ts'
import { Slug } from '../../../../schema/slug.ts'
import { useSlugAnswer } from '../../../data/slugs.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useSettled } from '../../../ui/useSettled.ts'

/** What is wrong with a slug by itself; whether it is taken only the server knows. */
export function slugObjection(slug: string): string | undefined {
  return Slug.safeParse(slug).error?.issues[0]?.message
}

/** Whether the card could have the typed slug, asked when the typing stops. */
export function SlugStatus({ slug, card }: { slug: string; card: Card }) {
  const wanted = slugObjection(slug) || slug === card.slug ? undefined : slug
  const settled = useSettled(wanted, 300)
  const { answer, error } = useSlugAnswer(settled, card.id)
  return (
    <div className="slug-status" role="status">
      {wanted && settled === wanted && answer && !answer.available && (
        <p className="field-error">
          <Icon name="alert" size={16} />
          {answer.reason}
        </p>
      )}
      {wanted && settled === wanted && answer?.available && (
        <>
          <p className="slug-free">
            <Icon name="ok" size={16} />
            {viewPath(slug)} is available
          </p>
          <p className="field-hint">
            Once saved, the old address {viewPath(card.slug)} keeps working and leads to the new
            one.
          </p>
        </>
      )}
      {wanted && (settled !== wanted || !answer) && <Waiting failed={!!error} />}
    </div>
  )
}

function Waiting({ failed }: { failed: boolean }) {
  if (failed)
    return (
      <p className="field-hint">Whether it is available could not be checked. Saving will tell.</p>
    )
  return (
    <p className="field-hint slug-wait">
      <Spinner /> Checking...
    </p>
  )
}
