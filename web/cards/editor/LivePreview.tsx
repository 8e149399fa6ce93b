import { useDeferredValue, useMemo, useState } from 'react'
import { Card } from '../../../card/Card.tsx'
import { telHref } from '../../../card/contact/phone.ts'
import { Exchange } from '../../../card/parts/ExchangeForm.tsx'
import type { Card as StoredCard } from '../../../schema/cards/card.ts'
import { directionOf } from '../../../schema/language.ts'
import { t } from '../../messages/t.ts'
import { useCardRules } from '../../ui/useCardRules.ts'
import { useNetworkLogos } from '../../ui/useNetworkLogos.ts'
import { AudienceSwitch } from './audience/AudienceSwitch.tsx'
import { hiddenOf } from './audience/hidden.ts'
import type { Draft } from './draft.ts'
import { useWords } from './languages/useWords.ts'
import { type Audience, toPublicCard } from './public-card.ts'
import { usePreviewScroll } from './usePreviewScroll.ts'

/** The draft in a phone frame that scrolls to what the open tab edits. */
export function LivePreview(props: PreviewProps) {
  const screen = usePreviewScroll()
  const [audience, setAudience] = useState<Audience>('owner')
  return (
    <>
      <AudienceSwitch panel={props} audience={audience} onChange={setAudience} />
      <div className="device">
        <section
          ref={screen}
          className="device-screen"
          aria-label={t('Live preview')}
          {...focusable}
        >
          <DraftCard {...props} audience={audience} />
        </section>
      </div>
    </>
  )
}

type PreviewProps = {
  card: StoredCard
  draft: Draft
  /** The language to show; the base language if absent. */
  language?: string | undefined
}

// Scrollable regions must be focusable by keyboard (WCAG 2.1.1).
const focusable = { tabIndex: 0 }

/**
 * An inert preview of the card with the draft, in which the owner sees hidden parts marked. It renders deferred, so that
 * input stays responsive.
 */
export function DraftCard({
  card,
  draft,
  language = draft.language,
  audience = 'owner',
}: PreviewProps & { audience?: Audience }) {
  const deferred = useDeferredValue(draft)
  const shown = useMemo(
    () => toPublicCard(card, deferred, { language, audience }),
    [card, deferred, language, audience],
  )
  const hidden = audience === 'owner' ? hiddenOf({ card, draft: deferred }) : []
  const words = useWords(language)
  const marks = useNetworkLogos(shown.socialLinks)
  const element = useMemo(
    () => (
      <Card
        key={marks}
        card={shown}
        variant="full"
        words={words}
        telHref={telHref}
        exchange={<Exchange card={shown} words={words} />}
      />
    ),
    [shown, marks, words],
  )
  useCardRules(shown)
  return (
    <div
      aria-hidden="true"
      inert
      lang={language}
      dir={directionOf(language)}
      data-hidden={hidden.map(({ field }) => field).join(' ') || undefined}
    >
      {element}
    </div>
  )
}
