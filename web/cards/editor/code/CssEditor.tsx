import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Card } from '../../../../card/Card.tsx'
import layout from '../../../../card/card.css?inline'
import {
  maxCssLength,
  type RemovedCss,
  sanitizeCss,
} from '../../../../card/custom-css/custom-css.ts'
import { cardRules } from '../../../../card/links.ts'
import { Exchange } from '../../../../card/parts/ExchangeForm.tsx'
import themes from '../../../../card/themes.css?inline'
import { english } from '../../../../card/words/en.ts'
import { canUseDeveloperFields } from '../../../../schema/access.ts'
import type { PublicCard } from '../../../../schema/cards/card.ts'
import { t, translated } from '../../../messages/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { useNetworkLogos } from '../../../ui/CardThumb.tsx'
import { Note } from '../../../ui/Notes.tsx'
import { toPublicCard } from '../audience/audience.ts'
import type { PanelProps } from '../draft.ts'
import { CodeField } from '../panels/PanelSection.tsx'

/** Edits custom CSS; lists the removed rules and previews the card. */
export function CssEditor({ card, draft, change, errors }: PanelProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const css = draft.customizations.customCss ?? ''
  const safe = sanitizeCss(useDeferredValue(css))
  const error = 'error' in safe ? safe.error : undefined
  const write = (customCss: string) =>
    change({ customizations: { ...draft.customizations, customCss: customCss || null } })
  const goTo = (line: number) => area.current && selectLine(area.current, line)
  return (
    <div className="stack" data-gap="4">
      {!canUseDeveloperFields(card.user) && (
        <Note kind="warn">
          {t(
            'The owner of this card is below level 3, so the CSS is not applied. It is kept until the owner has level 3 again.',
          )}
        </Note>
      )}
      <CodeField
        ref={area}
        label={t('CSS')}
        hint={t(
          'Rules apply only to the card. Colors, sizes and fonts are properties of .bc-page, such as --c-accent.',
        )}
        error={translated(error?.sentence) ?? errors['customizations.customCss']}
        max={maxCssLength}
        rows={14}
        value={css}
        onChange={write}
      />
      {error && (
        <Button size="small" onClick={() => goTo(error.line)}>
          {t('Go to line {line}', { line: error.line })}
        </Button>
      )}
      <Snippets css={css} onWrite={write} />
      {'removed' in safe && <RemovedList removed={safe.removed} onLine={goTo} />}
      <figure className="stack">
        <figcaption className="field-hint">
          {error
            ? t('The card without your CSS, until the error is fixed')
            : t('The card with your CSS')}
        </figcaption>
        <section
          className="css-preview-screen"
          aria-label={t('Preview with your CSS')}
          {...focusable}
        >
          <ShadowCard card={toPublicCard(card, draft)} css={'css' in safe ? safe.css : ''} />
        </section>
      </figure>
    </div>
  )
}

function Snippets({ css, onWrite }: { css: string; onWrite: (css: string) => void }) {
  return (
    <div className="snippets">
      <span>{t('Start from a snippet')}</span>
      {snippets.map((snippet) => (
        <Button
          key={snippet.name}
          size="small"
          onClick={() => onWrite(css ? `${css.trimEnd()}\n\n${snippet.css}` : snippet.css)}
        >
          {snippet.name}
        </Button>
      ))}
    </div>
  )
}

/** Custom CSS to start from. Each snippet is complete and passes the sanitizer unchanged. */
export const snippets = [
  {
    name: t('Colors'),
    css: `/* Theme colors */
.bc-page {
  --c-accent: #0f766e;
  --c-icon: #0f766e;
  --c-ring: #0f766e;
}`,
  },
  {
    name: t('Rounded corners'),
    css: `/* Rounded corners */
.bc-page {
  --c-radius: 24px;
  --c-button-radius: 999px;
  --c-icon-radius: 50%;
}`,
  },
  {
    name: t('Cover'),
    css: `/* A two-color cover when there is no photo */
.bc-page {
  --c-cover: linear-gradient(135deg, #0f766e, #1e3a8a);
}`,
  },
  {
    name: t('Name'),
    css: `/* The name in wide capitals */
.bc-name {
  letter-spacing: 0.08em;
  text-transform: uppercase;
}`,
  },
  {
    name: t('Fade-in'),
    css: `/* The photo fades in, unless the visitor prefers reduced motion */
@keyframes own-entrance {
  from {
    opacity: 0;
    transform: scale(0.9);
  }
}
@media (prefers-reduced-motion: no-preference) {
  .bc-ava {
    animation: own-entrance 0.6s ease-out;
  }
}`,
  },
]

// Scrollable regions must be focusable by keyboard (WCAG 2.1.1).
const focusable = { tabIndex: 0 }

/** Selects the line and scrolls it into view. */
function selectLine(area: HTMLTextAreaElement, line: number) {
  const lines = area.value.split('\n')
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
  area.focus()
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  area.scrollTop = ((line - 3) / lines.length) * area.scrollHeight
}

/** The card, inert and in a shadow root, so that custom CSS affects nothing else. */
function ShadowCard({ card, css }: { card: PublicCard; css: string }) {
  const host = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<ShadowRoot>()
  const rules = cardRules(card) + css
  useNetworkLogos(card.socialLinks)
  useEffect(() => {
    const { current } = host
    if (current) setRoot(current.shadowRoot ?? current.attachShadow({ mode: 'open' }))
  }, [])
  useEffect(() => {
    if (root) root.adoptedStyleSheets = [sheetOf(themes + layout), sheetOf(rules)]
  }, [root, rules])
  return (
    <div ref={host} className="shadow-card" aria-hidden="true" inert>
      {root &&
        createPortal(
          <Card card={card} variant="full" exchange={<Exchange card={card} words={english} />} />,
          root,
        )}
    </div>
  )
}

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

const initialCount = 10

/** Lists the removed parts of the CSS with links to their lines. */
function RemovedList({
  removed,
  onLine,
}: {
  removed: RemovedCss[]
  onLine: (line: number) => void
}) {
  const [all, setAll] = useState(false)
  const shown = all ? removed : removed.slice(0, initialCount)
  return (
    <div className="stack removed">
      <p role="status">
        {removed.length > 0 &&
          t('{count, plural, one {# part is} other {# parts are}} ignored; the rest is applied.', {
            count: removed.length,
          })}
      </p>
      {shown.length > 0 && (
        <ul>
          {keyed(shown).map(({ key, ...one }) => (
            <li key={key}>
              <Button size="small" kind="ghost" onClick={() => onLine(one.line)}>
                {t('Line {line}', { line: one.line })}
              </Button>
              <div>
                <code>{one.what}</code>
                <p>{translated(one.why)}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {removed.length > shown.length && (
        <Button size="small" onClick={() => setAll(true)}>
          {t('Show {count} more', { count: removed.length - shown.length })}
        </Button>
      )}
    </div>
  )
}

function keyed(removed: RemovedCss[]) {
  return removed.map((one, at) => ({ ...one, key: `${at} ${one.what}` }))
}
