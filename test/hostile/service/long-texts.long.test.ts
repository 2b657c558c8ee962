import { script, testLongTexts } from '../../support/hostile/long-texts.ts';

testLongTexts({
  'the name of a frame': script(
    "document.body.append(Object.assign(document.createElement('iframe'), { name: long, srcdoc: '<p>y' }))",
  ),
  'a data: address': script("location = 'data:text/html,' + long"),
  'a console line and an exception': script('console.error(long); throw new Error(long)'),
});
