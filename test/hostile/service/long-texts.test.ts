import { script, testLongTexts } from '../../support/hostile/long-texts.ts';

testLongTexts({
  'a title': script('document.title = long'),
  'a request body': script("fetch('http://public.invalid/', { method: 'POST', body: long }).catch(() => {})"),
});
