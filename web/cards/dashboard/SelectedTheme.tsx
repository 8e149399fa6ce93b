import { useState } from 'react'
import type { ListedCard } from '../../../schema/cards/card.ts'
import { Theme, themeName } from '../../../schema/cards/theme.ts'
import { t, translated } from '../../messages/t.ts'
import { removeLocalStorage, useLocalStorage } from '../../shell/useLocalStorage.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { CardThumb } from '../../ui/CardThumb.tsx'
import { SelectField } from '../../ui/Fields.tsx'
import { FailureNote } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { cacheCard, isUnpublished, saveCard } from '../data.ts'

/** Offers to apply the theme that was selected with Use Theme on the landing page. */
export function SelectedTheme({ cards }: { cards: ListedCard[] }) {
  const [stored] = useLocalStorage(key)
  const theme = Theme.safeParse(stored).data
  const [chosen, setChosen] = useState<string>()
  const card = cards.find(({ id }) => String(id) === chosen) ?? cards[0]
  if (!theme || !card) return null
  return (
    <section className="panel selected-theme" aria-labelledby="selected-theme">
      <CardThumb card={{ ...card, theme }} className="selected-theme-thumb" />
      <div>
        <h2 id="selected-theme">
          {t('{theme} is ready for your card', { theme: translated(themeName(theme)) })}
        </h2>
        <p className="muted">
          {t('You selected it on the home page. Nothing changes until you apply it.')}
        </p>
        {cards.length > 1 && (
          <SelectField
            label={t('Card')}
            value={String(card.id)}
            onChange={setChosen}
            options={cards.map(({ id, name, slug }) => ({
              value: String(id),
              label: name ?? slug,
            }))}
          />
        )}
        <Apply card={card} theme={theme} />
      </div>
    </section>
  )
}

const key = 'selectedTheme'

function Apply({ card, theme }: { card: ListedCard; theme: string }) {
  const { attempt, busy, failure } = useSubmit(t('Error'), t('Failed to update theme'))
  const apply = () =>
    void attempt(async () => {
      const state = isUnpublished(card) ? 'live' : card.state
      await cacheCard(await saveCard(card.id, card.version, { ...card, theme, state }))
      toast(t('Success'), t('Card theme updated'))
      removeLocalStorage(key)
    })
  return (
    <>
      <FailureNote title={t('Failed to update theme')} message={failure} />
      <div className="actions">
        <Button kind="primary" busy={busy && t('Saving...')} onClick={apply}>
          {t('Apply theme')}
        </Button>
        <Button kind="ghost" onClick={() => removeLocalStorage(key)}>
          {t('Not now')}
        </Button>
      </div>
    </>
  )
}
