import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import type { ListedCard } from '../../../schema/cards/card.ts'
import { pick } from '../../../schema/pick.ts'
import type { User } from '../../../schema/users/user.ts'
import { t } from '../../messages/t.ts'
import { type FirstStep, firstSteps, isComplete } from '../../shell/first-steps.ts'
import { useMediaQuery } from '../../shell/useMediaQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Fields.tsx'
import { FailureNote } from '../../ui/Notes.tsx'
import { StepList } from '../../ui/StepList.tsx'
import { basicFields } from '../editor/basic-fields.ts'
import { type PanelProps, toDraft } from '../editor/draft.ts'
import { ImportButton } from '../editor/import/ImportButton.tsx'
import { DraftCard } from '../editor/LivePreview.tsx'
import { ConflictDialog } from '../editor/lazy-dialogs.ts'
import { ThemeList } from '../editor/ThemeDialog.tsx'
import { useCardDraft } from '../editor/useEditor.ts'
import { useImagePicker } from '../editor/useImagePicker.tsx'
import { ScanStep } from './ScanStep.tsx'

type Props = {
  user: User
  card: ListedCard
  step: FirstStep
  onStep: (step: FirstStep) => void
  onClose: () => void
  onDone: () => void
}

/** The first steps, on the user's own card. Each step saves the card and can be skipped. */
export function FirstStepsSheet({ user, card, step, onStep, onClose, onDone }: Props) {
  const cardDraft = useCardDraft(user, card)
  const { store, draft, dirty, busy, failure, errors, newerCard: newer } = cardDraft
  const frame = useStepFocus(step)
  // The card in the sheet shows the saved values, so no toast is needed.
  const save: PanelProps['save'] = (fields, messages) =>
    store.save(fields, { ...messages, done: null })
  const goToNextStep = () => {
    const next = firstSteps[firstSteps.findIndex(({ id }) => id === step) + 1]
    if (next) onStep(next.id)
  }
  const saveThen = async (next: () => void) => {
    if (!busy && (!dirty || (await save()))) next()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void saveThen(goToNextStep)
  }
  const skip = () => {
    if (step !== 'scan') store.change(pick(toDraft(cardDraft.card), fields[step]))
    goToNextStep()
  }
  const close = () => {
    // If this save fails, the draft stays on this device and the editors restore it.
    if (dirty) void save()
    onClose()
  }
  const panel = { user, card: cardDraft.card, draft, change: store.change, save, errors }
  const isLast = step === 'scan'
  const finishLater = isLast ? close : () => void saveThen(() => onStep('scan'))
  return (
    <Dialog
      title={t('Make this card yours')}
      width={isLast ? 'full' : 'crop'}
      action={
        <Button kind="ghost" onClick={finishLater}>
          {t('Finish later')}
        </Button>
      }
      keepsText
      onClose={close}
    >
      <div ref={frame} className="first-steps" data-step={step}>
        <StepList
          steps={firstSteps}
          current={step}
          isDone={(id) => isComplete({ ...card, ...draft }, id)}
          onSelect={(to) => void saveThen(() => onStep(to))}
        />
        {isLast ? (
          <ScanStep card={card} save={save} onClose={close} onDone={onDone} />
        ) : (
          <form noValidate onSubmit={submit}>
            <div className="dialog-body">
              <StepSection key={step} step={step}>
                {step === 'photo' && <PhotoStep {...panel} onSaved={goToNextStep} />}
                {step === 'details' && <DetailsStep {...panel} />}
                {step === 'theme' && (
                  <ThemeStep {...panel} onEnter={() => void saveThen(goToNextStep)} />
                )}
              </StepSection>
              <FailureNote title={t('Failed to save card')} message={failure} />
            </div>
            <footer className="dialog-foot">
              <Actions
                step={step}
                hasPhoto={draft.profilePicture !== null}
                busy={busy}
                onSkip={skip}
              />
            </footer>
          </form>
        )}
      </div>
      {newer && <ConflictDialog editor={cardDraft} newer={newer} />}
    </Dialog>
  )
}

type EditStep = Exclude<FirstStep, 'scan'>

/** The fields that a step can change; Skip reverts them. */
const fields = {
  photo: [],
  // An import fills all of these.
  details: [
    ...(['name', 'title', 'company', 'phone', 'email', 'address', 'about'] as const),
    ...(['socialLinks', 'customButtons', 'customizations', 'profilePicture'] as const),
  ],
  theme: ['theme'],
} as const

const texts: Record<EditStep, { title: string; text: string }> = {
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
}

/**
 * The heading and controls of a step. Focus starts on the main control, so that screen readers name the section too. On a
 * touch screen, where a focused field opens the keyboard, it starts on the heading.
 */
function StepSection({ step, children }: { step: EditStep; children: ReactNode }) {
  const id = useId()
  const { title, text } = texts[step]
  const isTouch = useMediaQuery('(pointer: coarse)')
  return (
    <section className="stack" data-gap="4" aria-labelledby={id} aria-describedby={`${id}-text`}>
      <div className="first-steps-text">
        <h3 id={id} tabIndex={-1} data-initial-focus={isTouch ? '' : undefined}>
          {title}
        </h3>
        <p id={`${id}-text`}>{text}</p>
      </div>
      {children}
    </section>
  )
}

/** Skip and Next. The photo step has no Next without a photo, which its own button adds. */
function Actions({
  step,
  hasPhoto,
  busy,
  onSkip,
}: {
  step: EditStep
  hasPhoto: boolean
  busy: boolean
  onSkip: () => void
}) {
  const needsPhoto = step === 'photo' && !hasPhoto
  const canSkip = needsPhoto || step !== 'photo'
  return (
    <>
      {canSkip && <Button onClick={onSkip}>{t('Skip')}</Button>}
      {!needsPhoto && (
        <Button
          type="submit"
          kind="primary"
          busy={busy && t('Saving...')}
          data-initial-focus={step === 'photo' ? '' : undefined}
        >
          {t('Next')}
        </Button>
      )}
    </>
  )
}

/** Moves the focus when the step changes; the dialog sets it when it opens. */
function useStepFocus(step: FirstStep) {
  const frame = useRef<HTMLDivElement>(null)
  const previousStep = useRef(step)
  useEffect(() => {
    if (previousStep.current === step) return
    previousStep.current = step
    frame.current?.closest('[role="dialog"]')?.scrollTo(0, 0)
    frame.current
      ?.querySelector<HTMLElement>('[data-initial-focus]')
      ?.focus({ preventScroll: true })
  }, [step])
  return frame
}

/** Takes or chooses a photo, which is cropped and saved at once. */
function PhotoStep({ onSaved, ...panel }: PanelProps & { onSaved: () => void }) {
  const { card, draft } = panel
  const save: PanelProps['save'] = async (fields, messages) => {
    const saved = await panel.save(fields, messages)
    if (saved) onSaved()
    return saved
  }
  const picker = useImagePicker({ ...panel, save }, 'profilePicture')
  const hasCamera = useMediaQuery('(pointer: coarse)')
  return (
    <>
      <div className="first-steps-card">
        <DraftCard card={card} draft={draft} />
      </div>
      {picker.note}
      <div className="actions first-steps-actions">
        {hasCamera && (
          <Button
            kind={draft.profilePicture ? 'secondary' : 'primary'}
            onClick={picker.openCamera}
            icon="camera"
          >
            {t('Take a photo')}
          </Button>
        )}
        <Button
          kind={hasCamera || draft.profilePicture ? 'secondary' : 'primary'}
          data-initial-focus={draft.profilePicture ? undefined : ''}
          onClick={picker.open}
        >
          {draft.profilePicture ? t('Choose another photo') : t('Choose a photo')}
        </Button>
      </div>
      {picker.dialog}
    </>
  )
}

const detailFields = basicFields.filter(({ key }) => ['name', 'title', 'company'].includes(key))

/** Name, title and company, typed or imported along with all other details. The card shows them at once. */
function DetailsStep(panel: PanelProps) {
  const { card, draft, change, errors } = panel
  const next = detailFields.find(({ read }) => !read(draft)) ?? detailFields[0]
  return (
    <>
      <div className="first-steps-card">
        <DraftCard card={card} draft={draft} />
      </div>
      <div className="actions first-steps-actions">
        <ImportButton panel={panel} label={t('Import details')} />
      </div>
      <div className="first-steps-fields">
        {detailFields.map(({ key, path, label, input, read, write }) => (
          <TextField
            key={key}
            label={label}
            value={read(draft)}
            error={errors[path]}
            data-initial-focus={key === next?.key ? '' : undefined}
            onChange={(text) => change(write(draft, text))}
            {...input}
          />
        ))}
      </div>
    </>
  )
}

/** The card in every theme, scrolled by swipe or arrow keys. The theme in the center is selected; Enter continues with it. */
function ThemeStep({ card, draft, change, onEnter }: PanelProps & { onEnter: () => void }) {
  const select = (theme: string) => theme !== draft.theme && change({ theme })
  const { row, center } = useCentered(draft.theme, select)
  return (
    <div className="theme-row" ref={row}>
      <ThemeList card={card} draft={draft} onSelect={center} onEnter={onEnter} />
    </div>
  )
}

/** Scrolls a row to its item `first`, then reports the item at its center. `center` scrolls to an item. */
function useCentered(first: string, onCentered: (value: string) => void) {
  const row = useRef<HTMLDivElement>(null)
  const center = (value: string, behavior?: ScrollBehavior) =>
    row.current
      ?.querySelector(`[data-value="${value}"]`)
      ?.scrollIntoView({ inline: 'center', block: 'nearest', behavior })
  const start = useEffectEvent(() => center(first, 'instant'))
  const report = useEffectEvent((entries: IntersectionObserverEntry[]) => {
    const target = entries.findLast(({ isIntersecting }) => isIntersecting)?.target
    if (!(target instanceof HTMLElement) || !target.dataset.value) return
    onCentered(target.dataset.value)
    if (row.current?.contains(document.activeElement))
      target.querySelector<HTMLElement>('[aria-pressed]')?.focus({ preventScroll: true })
  })
  useEffect(() => {
    const list = row.current?.firstElementChild
    if (!list) return
    start()
    // A vertical line through the center of the row.
    const observer = new IntersectionObserver((entries) => report(entries), {
      root: list,
      rootMargin: '0px -50%',
    })
    for (const item of list.children) observer.observe(item)
    return () => observer.disconnect()
  }, [])
  return { row, center: (value: string) => center(value) }
}
