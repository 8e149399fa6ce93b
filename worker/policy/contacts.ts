/** Policy rows of contacts: duplicates, merges, the timeline and texts for answers. */
import { DuplicateList, Submission } from '../../schema/inbox.ts'
import { busyMessage } from '../../schema/merge.ts'
import { ReplyTemplateList } from '../../schema/reply-template.ts'
import { Timeline } from '../../schema/timeline.ts'
import { kB, type PolicyRow } from './row.ts'

const ownOr5 = 'the card owner, or level 5'
const othersHidden = 'the card owner, or level 5; not found for anyone else'

export const contactRows: Record<string, PolicyRow> = {
  'GET /api/business-cards/:id/reply-templates': {
    access: 1,
    prefetch: 'card',
    allowsReplica: true,
    summary: 'Texts to answer the form submissions of a card by email',
    rule: ownOr5,
    response: ReplyTemplateList,
  },
  'PUT /api/business-cards/:id/reply-templates': {
    access: 1,
    prefetch: 'card',
    summary: 'Replace the texts to answer form submissions',
    rule: ownOr5,
    maxBody: 128 * kB,
    response: ReplyTemplateList,
  },
  'GET /api/submissions/:id/duplicates': {
    access: 1,
    allowsReplica: true,
    summary: 'Other form submissions with the same email address or phone number, up to 19',
    rule: othersHidden,
    response: DuplicateList,
  },
  'GET /api/submissions/:id/timeline': {
    access: 1,
    allowsReplica: true,
    summary: 'What a person sent, and what was done with it, newest first, up to 100',
    rule: othersHidden,
    response: Timeline,
  },
  'POST /api/submissions/merge': {
    access: 1,
    summary: 'Merge form submissions of one person; the newest shows all',
    rule: othersHidden,
    maxBody: 16 * kB,
    response: Submission,
    errors: { 404: 'Form submission not found', 409: busyMessage },
  },
  'POST /api/submissions/:id/split': {
    access: 1,
    summary: 'Undo the last merge of a form submission',
    rule: othersHidden,
    maxBody: kB,
    response: Submission,
    errors: { 404: 'Form submission not found', 409: busyMessage },
  },
}
