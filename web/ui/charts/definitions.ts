/** Anchors on the definitions page, and the text of the links to them. */
export const definitions = {
  view: 'What is a view?',
  visitor: 'What is a unique visitor?',
  click: 'What is a click?',
  save: 'What is a save?',
  submission: 'What is a submission?',
  rates: 'What are the rates?',
  time: 'How is time spent measured?',
  source: 'What is a source?',
  'share-point': 'What does a share point count?',
  event: 'How are events counted?',
  place: 'How are locations determined?',
  device: 'How are devices identified?',
  'left-out': 'What is excluded, and why?',
  burst: 'What is a burst?',
  days: 'How are days and hours counted?',
  comparison: 'What are figures compared with?',
  kept: 'How long is data kept?',
} as const

export type DefinitionName = keyof typeof definitions
