/** Hebrew. */
import type { ReceiptWords } from './en.ts'

export const words: ReceiptWords = {
  emailCopy: 'שלחו לי במייל עותק ואת פרטי הקשר של {name}',
  subject: 'החלפת פרטי קשר עם {name}',
  intro: 'ביקשתם עותק של מה ששלחתם אל {name}.',
  contact: 'פרטי הקשר של {name}',
  notYou: 'אם לא ביקשתם זאת, התעלמו מהודעה זו.',
  settings: 'הגדרות דוא״ל',
  receiving: 'אתם מקבלים את ההודעות האלה.',
  stop: 'הפסקת ההודעות האלה',
  stopped: 'לא תקבלו עוד את ההודעות האלה.',
  resume: 'חידוש ההודעות',
  confirmSubject: 'אשרו את כתובת הדוא״ל שלכם',
  confirmText:
    'מישהו הזין את הכתובת הזו בכרטיס ביקור דיגיטלי וביקש עותק של מה ששלח. אם זה הייתם אתם, אשרו אותה בתוך 48 שעות.',
  confirm: 'אישור ושליחת העותק',
  confirmed: 'הכתובת שלכם אושרה, והעותק בדרך אליכם.',
  confirmGone: 'תוקף הקישור פג.',
}
