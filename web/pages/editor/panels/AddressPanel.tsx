import { slugRefusal } from '../../../../schema/access.ts'
import { viewPath } from '../../../../schema/screens.ts'
import { product } from '../../../product.ts'
import { CopyLine } from '../../../ui/CopyLine.tsx'
import { Note } from '../../../ui/Notes.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { PanelProps } from '../draft.ts'
import { PanelSection } from './PanelSection.tsx'
import { SlugStatus, slugObjection } from './SlugStatus.tsx'
import { StateChoice } from './StateChoice.tsx'

/** Where the card is public, and whether it is. */
export function AddressPanel(props: PanelProps) {
  return (
    <>
      <PanelSection title="Card URL" text="The address of your card, as in its QR code.">
        <SlugField {...props} />
      </PanelSection>
      <PanelSection title="Who can see it" text="Takes effect when you save.">
        <StateChoice state={props.draft.state} onChange={(state) => props.change({ state })} />
      </PanelSection>
    </>
  )
}

function SlugField({ user, card, draft, change, errors }: PanelProps) {
  const refusal = slugRefusal(user, card)
  if (refusal)
    return (
      <>
        <CopyLine link={product.origin + viewPath(card.slug)} />
        <Note kind="warn">{refusal}.</Note>
      </>
    )
  return (
    <>
      <TextField
        label="Slug"
        hint="3 to 60 letters, digits and hyphens"
        prefix={`${product.origin.replace(/^https?:\/\//, '')}${viewPath('')}`}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={draft.slug}
        error={errors.slug ?? slugObjection(draft.slug)}
        onChange={(slug) => change({ slug: slug.toLowerCase().trimStart().replace(/\s/g, '-') })}
      />
      <SlugStatus slug={draft.slug} card={card} />
    </>
  )
}
