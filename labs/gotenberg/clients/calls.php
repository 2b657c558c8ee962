<?php

/** Twenty calls of `gotenberg/gotenberg-php`, as it is. Arguments: its autoloader, the address, the key, and a folder with the files. */

declare(strict_types=1);

[, $autoload, $address, $key, $folder] = $argv;
require $autoload;

use Gotenberg\Gotenberg;
use Gotenberg\SplitMode;
use Gotenberg\Stream;

$client = new GuzzleHttp\Client(['auth' => ['any', $key], 'timeout' => 120]);
$file = fn (string $name): Stream => Stream::path("$folder/$name");
$html = fn (): Stream => Stream::string('index.html', '<title>T</title><link rel=stylesheet href=style.css><h1>Hello</h1>');
$css = fn (): Stream => Stream::string('style.css', 'h1 { color: red }');
$pdf = fn () => Gotenberg::chromium($address)->pdf()->assets($css());
$shot = fn () => Gotenberg::chromium($address)->screenshot();
$engines = fn () => Gotenberg::pdfEngines($address);

/** Each returns a request. The answer begins with the text. */
$calls = [
    'html' => ['%PDF-', fn () => $pdf()->html($html())],
    'size' => ['%PDF-', fn () => $pdf()->paperSize('210mm', '297mm')->margins(1, 1, '2cm', 1)->html($html())],
    'landscape' => ['%PDF-', fn () => $pdf()->landscape()->scale(0.8)->printBackground()->html($html())],
    'ranges' => ['%PDF-', fn () => $pdf()->nativePageRanges('1')->html($html())],
    'bands' => ['%PDF-', fn () => $pdf()->header($file('header.html'))->footer($file('header.html'))->html($html())],
    'waits' => ['%PDF-', fn () => $pdf()->waitDelay('100ms')->waitForExpression('1 === 1')->html($html())],
    'tags' => ['%PDF-', fn () => $pdf()->generateTaggedPdf()->generateDocumentOutline()->html($html())],
    'pdfa' => ['%PDF-', fn () => $pdf()->pdfa('PDF/A-1b')->html($html())],
    'metadata' => ['%PDF-', fn () => $pdf()->metadata(['Title' => 'T', 'Author' => 'A'])->html($html())],
    'split' => ['PK', fn () => $pdf()->split(SplitMode::intervals(1))->html(Stream::string('index.html', '<p style="break-after: page">1</p>2'))],
    'name' => ['%PDF-', fn () => $pdf()->outputFilename('named')->html($html())],
    'screenshot' => ["\x89PNG", fn () => $shot()->width(300)->height(200)->clip()->html($html())],
    'jpeg' => ["\xFF\xD8", fn () => $shot()->jpeg()->quality(50)->html($html())],
    'markdown' => ['%PDF-', fn () => $pdf()->markdown($file('index.html'), $file('file.md'))],
    'merge' => ['%PDF-', fn () => $engines()->merge($file('three-pages.pdf'), Stream::path("$folder/three-pages.pdf", 'b.pdf'))],
    'flatten' => ['%PDF-', fn () => $engines()->flatten($file('three-pages.pdf'))],
    'encrypt' => ['%PDF-', fn () => $engines()->encrypt('a', 'b', $file('three-pages.pdf'))],
    'read metadata' => ['{', fn () => $engines()->readMetadata($file('three-pages.pdf'))],
    'write metadata' => ['%PDF-', fn () => $engines()->writeMetadata(['Title' => 'T'], $file('three-pages.pdf'))],
    'convert' => ['%PDF-', fn () => $engines()->convert('PDF/A-2b', $file('three-pages.pdf'))],
];
$failed = 0;
foreach ($calls as $name => [$start, $request]) {
    try {
        $body = (string) Gotenberg::send($request(), $client)->getBody();
        if (!str_starts_with($body, $start)) {
            throw new RuntimeException('the answer begins with ' . json_encode(substr($body, 0, 20), JSON_INVALID_UTF8_SUBSTITUTE));
        }
    } catch (Throwable $error) {
        $failed += 1;
        echo "failed: $name: {$error->getMessage()}\n";
    }
}
printf("PHP: %d of %d calls\n", count($calls) - $failed, count($calls));
exit($failed > 0 ? 1 : 0);
