import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Card } from '../../../card/Card.tsx'
import { telHref } from '../../../card/contact/phone.ts'
import { Exchange } from '../../../card/parts/ExchangeForm.tsx'
import type { Card as StoredCard } from '../../../schema/cards/card.ts'
import { directionOf } from '../../../schema/language.ts'
import { t } from '../../messages/t.ts'
import { useCardRules, useNetworkLogos } from '../../ui/CardThumb.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { useSearchParam } from '../../ui/useSearchParam.ts'
import { type Audience, hiddenOf, toPublicCard } from './audience/audience.ts'
import type { Draft, PanelProps } from './draft.ts'
import { useWords } from './languages/useWords.ts'

/** The draft in a phone frame that scrolls to what the open tab edits. */
export function LivePreview({ start = 'owner', ...props }: PreviewProps & { start?: Audience }) {
  const screen = usePreviewScroll()
  const [audience, setAudience] = useState(start)
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

/** An inert preview of the draft. The owner sees hidden parts marked. Rendered deferred, so that typing stays responsive. */
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

const audiences = [
  { value: 'owner', label: t('You') },
  { value: 'everyone', label: t('Everyone') },
  { value: 'exchange', label: t('After an exchange') },
  { value: 'share-points', label: t('Share point') },
] as const

/** Selects whose view the preview shows. Renders nothing while everyone sees the whole card. */
export function AudienceSwitch({
  panel,
  audience,
  onChange,
}: {
  panel: Pick<PanelProps, 'card' | 'draft'>
  audience: Audience
  onChange: (audience: Audience) => void
}) {
  if (hiddenOf(panel).length === 0) return null
  return (
    <div className="audience-switch">
      <SegmentedControl
        label={t('Preview as')}
        options={audiences}
        value={audience}
        onChange={onChange}
      />
      {audience === 'owner' && (
        <p className="field-hint">{t('Dashed: hidden from the public page.')}</p>
      )}
    </div>
  )
}

/** The part of the card that a tab edits. Advanced is left out: its code can affect any part. */
const parts = new Map([
  ['basic', '.bc-id'],
  ['design', '.bc-id'],
  ['gallery', '.bc-gal'],
  ['social', '.bc-soc'],
  ['buttons', '.bc-ctas'],
  ['form', '.bc-ex'],
  ['contact', '.bc-rows'],
])

type Current = { part: string | undefined; scrolledAway: boolean; isFirst: boolean }

const margin = 16

/**
 * Scrolls a preview to the part of the card that the open tab edits. Stops when the user scrolls that part out of view,
 * and starts again when the open tab's part is in view. Returns the ref of the scrolling element.
 */
export function usePreviewScroll() {
  const [tab] = useSearchParam()
  const part = parts.get(tab ?? 'basic')
  const screen = useRef<HTMLDivElement>(null)
  const current = useRef({ part, scrolledAway: false, isFirst: true })
  useEffect(() => {
    const view = screen.current
    if (view) return trackUserScroll(view, current.current)
  }, [])
  useEffect(() => {
    const view = screen.current
    current.current.part = part
    if (view && part) return followPart(view, part, current.current)
  }, [part])
  return screen
}

function trackUserScroll(view: HTMLElement, current: Current) {
  let byUser = false
  const input = () => {
    byUser = true
  }
  const scroll = () => {
    if (!byUser) return
    const shown = current.part && findPart(view, current.part)
    current.scrolledAway = !shown || !isInView(view, shown)
  }
  const end = () => {
    byUser = false
  }
  const listening = new AbortController()
  const options = { passive: true, signal: listening.signal }
  for (const type of ['wheel', 'touchmove', 'keydown']) view.addEventListener(type, input, options)
  view.addEventListener('scroll', scroll, options)
  view.addEventListener('scrollend', end, options)
  return () => listening.abort()
}

/** Scrolls to the part now, or once it is added to the card. */
function followPart(view: HTMLElement, part: string, current: Current) {
  setFolded(view, part, false)
  let shown = findPart(view, part)
  if (shown && !current.scrolledAway)
    scrollToPart(view, shown, current.isFirst ? 'instant' : 'auto')
  else if (shown && isInView(view, shown)) current.scrolledAway = false
  current.isFirst = false
  const follow = () => {
    const found = findPart(view, part)
    if (found && found !== shown && !current.scrolledAway && !isInView(view, found))
      scrollToPart(view, found, 'auto')
    shown = found
  }
  const changes = new MutationObserver(follow)
  changes.observe(view, { childList: true, subtree: true })
  return () => {
    changes.disconnect()
    setFolded(view, part, true)
  }
}

/** Folds or unfolds the form, which is open only while its tab is. */
function setFolded(view: HTMLElement, part: string, isFolded: boolean) {
  const found = view.querySelector(part)
  if (found instanceof HTMLDetailsElement) found.open = !isFolded
}

/** Returns the section around the part, with its heading. The form is a part of the actions. */
function findPart(view: HTMLElement, part: string): Element | null {
  return view.querySelector(part)?.closest('section, header, .bc-ex') ?? null
}

function scrollToPart(view: HTMLElement, part: Element, behavior: ScrollBehavior) {
  // The cover is above the header of the card.
  const isTop = part.localName === 'header'
  const offset = part.getBoundingClientRect().top - view.getBoundingClientRect().top
  view.scrollTo({ top: isTop ? 0 : view.scrollTop + offset - margin, behavior })
}

function isInView(view: HTMLElement, part: Element): boolean {
  const [outer, inner] = [view.getBoundingClientRect(), part.getBoundingClientRect()]
  const overlap = Math.min(outer.bottom, inner.bottom) - Math.max(outer.top, inner.top)
  return overlap >= Math.min(inner.height, 64)
}
