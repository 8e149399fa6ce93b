import * as z from 'zod/mini'
import type { User } from '../../../schema/user.ts'
import { useStored } from '../../shell/useStored.ts'

/** The five steps of the guide; each is a tab of the quick editor. */
export const guideSteps = [
  { id: 'basic', title: 'Basic', text: 'Say who you are and how people reach you.' },
  { id: 'design', title: 'Design', text: 'Choose a theme, then add your photo, cover and logo.' },
  { id: 'gallery', title: 'Gallery', text: 'Show up to 8 pictures of your work.' },
  { id: 'social', title: 'Social', text: 'Link the networks where people know you.' },
  { id: 'buttons', title: 'Buttons', text: 'Add a button for bookings, a menu or a shop.' },
] as const
export type GuideStep = (typeof guideSteps)[number]['id']

const Progress = z.object({
  dismissed: z._default(z.boolean(), false),
  completed: z._default(z.array(z.string()), []),
})

/** How far the person is with the guide; kept on this device. */
export function useGuide(user: User) {
  const [stored, keep] = useStored(`editorGuide:${user.id}`)
  const { dismissed, completed } = read(stored)
  const write = (next: Partial<z.infer<typeof Progress>>) =>
    keep(JSON.stringify({ dismissed, completed, ...next }))
  const isDone = (step: GuideStep) => completed.includes(step)
  return {
    dismissed,
    isDone,
    done: guideSteps.filter(({ id }) => isDone(id)).length,
    toggle: (step: GuideStep) =>
      write({
        completed: isDone(step) ? completed.filter((id) => id !== step) : [...completed, step],
      }),
    dismiss: () => write({ dismissed: true }),
    show: () => write({ dismissed: false }),
  }
}

function read(stored: string | null): z.infer<typeof Progress> {
  try {
    return Progress.parse(JSON.parse(stored ?? '{}'))
  } catch {
    return { dismissed: false, completed: [] }
  }
}
