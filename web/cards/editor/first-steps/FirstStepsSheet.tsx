import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import type { ListedCard } from '../../../../schema/cards/card.ts'
import { pick } from '../../../../schema/pick.ts'
import type { User } from '../../../../schema/users/user.ts'
import { t } from '../../../messages/t.ts'
import { type FirstStep, firstSteps, isComplete } from '../../../shell/first-steps.ts'
import { useMediaQuery } from '../../../shell/useMediaQuery.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Note } from '../../../ui/Notes.tsx'
import { StepList } from '../../../ui/StepList.tsx'
import { type PanelProps, toDraft } from '../draft.ts'
import { ConflictDialog } from '../lazy-dialogs.ts'
import { useCardDraft } from '../useEditor.ts'
import { DetailsStep, PhotoStep, ScanStep, ThemeStep } from './steps.tsx'

type Props = {
  user: User
  card: ListedCard
  step: FirstStep
  onStep: (step: FirstStep) => void
  onClose: () => void
  onDone: () => void
}

/** The first steps on the user's real card. Every step saves the card, and can be skipped. */
export function FirstStepsSheet({ user, card, step, onStep, onClose, onDone }: Props) {
  const cardDraft = useCardDraft(user, card)
  const { store, draft, dirty, busy, failure, errors, newerCard: newer } = cardDraft
  const form = useStepFocus(step)
  // The card in the sheet shows what was saved, so no toast does.
  const save: PanelProps['save'] = (fields, messages) =>
    store.save(fields, { ...messages, done: null })
  const goToNextStep = () => {
    const next = firstSteps[firstSteps.findIndex(({ id }) => id === step) + 1]
    if (next) onStep(next.id)
    else onDone()
  }
  const saveThen = async (next: () => void) => {
    if (!busy && (!dirty || (await save()))) next()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void saveThen(goToNextStep)
  }
  const skip = () => {
    store.change(pick(toDraft(cardDraft.card), fields[step]))
    goToNextStep()
  }
  const close = () => {
    // If this save fails, the draft stays on this device, and the editors offer it.
    if (dirty) void save()
    onClose()
  }
  const panel = { user, card: cardDraft.card, draft, change: store.change, save, errors }
  return (
    <Dialog title={t('Make this card yours')} width="crop" keepsText onClose={close}>
      <form ref={form} className="first-steps" noValidate onSubmit={submit}>
        <div className="dialog-body">
          <StepList
            steps={firstSteps}
            current={step}
            isDone={(id) => isComplete({ ...card, ...draft }, id)}
            onSelect={(to) => void saveThen(() => onStep(to))}
          />
          <StepSection key={step} step={step}>
            {step === 'photo' && <PhotoStep {...panel} onSaved={goToNextStep} />}
            {step === 'details' && <DetailsStep {...panel} />}
            {step === 'theme' && (
              <ThemeStep {...panel} onEnter={() => void saveThen(goToNextStep)} />
            )}
            {step === 'scan' && <ScanStep card={card} />}
          </StepSection>
          {failure && (
            <Note kind="bad" title={t('Failed to save card')}>
              {failure}
            </Note>
          )}
        </div>
        <footer className="dialog-foot">
          <Actions step={step} hasPhoto={draft.profilePicture !== null} busy={busy} onSkip={skip} />
        </footer>
      </form>
      {newer && <ConflictDialog editor={cardDraft} newer={newer} />}
    </Dialog>
  )
}

/** What a step can change, and Skip reverts. */
const fields = {
  photo: [],
  // An import fills all of these.
  details: [
    ...(['name', 'title', 'company', 'phone', 'email', 'address', 'about'] as const),
    ...(['socialLinks', 'customButtons', 'customizations', 'profilePicture'] as const),
  ],
  theme: ['theme'],
  scan: [],
} as const

const texts: Record<FirstStep, { title: string; text: string }> = {
  photo: {
    title: t('Add your photo'),
    text: t('People remember a face. Your initials are shown until you add one.'),
  },
  details: {
    title: t('Say who you are'),
    text: t('Type your details, or import a contact file or an email signature.'),
  },
  theme: {
    title: t('Choose a look'),
    text: t('Swipe or scroll through nine themes. The one in the middle is selected.'),
  },
  scan: {
    title: t('Open it on your phone'),
    text: t("Point a phone's camera at the code. This is how others get your card."),
  },
}

/**
 * The heading and controls of a step. The focus starts on its main control, and screen readers read the name of the
 * section with it. On a touch screen, where a focused field opens the keyboard, it starts on the heading.
 */
function StepSection({ step, children }: { step: FirstStep; children: ReactNode }) {
  const id = useId()
  const { title, text } = texts[step]
  const isTouch = useMediaQuery('(pointer: coarse)')
  return (
    <section className="stack" data-gap="4" aria-labelledby={id} aria-describedby={`${id}-text`}>
      <div className="first-steps-text">
        <h3 id={id} tabIndex={-1} data-initial-focus={isTouch || step === 'scan' ? '' : undefined}>
          {title}
        </h3>
        <p id={`${id}-text`}>{text}</p>
      </div>
      {children}
    </section>
  )
}

/** Skip and Next; a photo is added by a button of its own. */
function Actions({
  step,
  hasPhoto,
  busy,
  onSkip,
}: {
  step: FirstStep
  hasPhoto: boolean
  busy: boolean
  onSkip: () => void
}) {
  const needsPhoto = step === 'photo' && !hasPhoto
  const canSkip = needsPhoto || step === 'details' || step === 'theme'
  return (
    <>
      {canSkip && <Button onClick={onSkip}>{needsPhoto ? t('Later') : t('Skip')}</Button>}
      {!needsPhoto && (
        <Button
          type="submit"
          kind="primary"
          busy={busy && t('Saving...')}
          data-initial-focus={step === 'photo' ? '' : undefined}
        >
          {step === 'scan' ? t('Done') : t('Next')}
        </Button>
      )}
    </>
  )
}

/** Moves the focus when the step changes; the dialog sets it when it opens. */
function useStepFocus(step: FirstStep) {
  const form = useRef<HTMLFormElement>(null)
  const previousStep = useRef(step)
  useEffect(() => {
    if (previousStep.current === step) return
    previousStep.current = step
    form.current?.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
  }, [step])
  return form
}
