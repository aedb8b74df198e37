<?php
// Asks with the curl extension what each line of standard input says, and prints the answers.

function transfer(CurlHandle $handle, string $origin, array $asked): void
{
    $body = $asked['body'] === null ? null : base64_decode($asked['body']);
    $headers = array_map(fn($name, $value) => "$name: $value", array_keys($asked['headers']), $asked['headers']);
    curl_reset($handle);
    curl_setopt_array($handle, [
        CURLOPT_URL => $origin . $asked['target'],
        CURLOPT_CUSTOMREQUEST => $asked['method'],
        CURLOPT_PATH_AS_IS => true,
        CURLOPT_PROXY => '',
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_EXPECT_100_TIMEOUT_MS => 5000,
        CURLOPT_TIMEOUT => 10,
    ]);
    if ($asked['chunked']) {
        $headers[] = 'Transfer-Encoding: chunked';
        curl_setopt($handle, CURLOPT_POST, true);
        curl_setopt($handle, CURLOPT_READFUNCTION, function ($handle, $file, $length) use (&$body) {
            $piece = substr($body, 0, $length);
            $body = substr($body, strlen($piece));
            return $piece;
        });
    } elseif ($body !== null) {
        curl_setopt($handle, CURLOPT_POSTFIELDS, $body);
    }
    curl_setopt($handle, CURLOPT_HTTPHEADER, $headers);
}

/** Runs one transfer for each worker that has one, all at the same time, and gives their answers. */
function run(CurlMultiHandle $multi, array $handles): array
{
    $ids = $errors = [];
    foreach ($handles as $worker => $handle) {
        curl_setopt($handle, CURLOPT_HEADERFUNCTION, function ($handle, $line) use (&$ids, $worker) {
            if (preg_match('/^x-request-id: (\S+)/i', $line, $match)) $ids[$worker] = $match[1];
            return strlen($line);
        });
        curl_multi_add_handle($multi, $handle);
    }
    do {
        curl_multi_exec($multi, $running);
        while ($done = curl_multi_info_read($multi)) {
            if ($done['result'] !== CURLE_OK) {
                $errors[array_search($done['handle'], $handles, true)] = curl_strerror($done['result']);
            }
        }
        if ($running) curl_multi_select($multi);
    } while ($running);
    $answers = [];
    foreach ($handles as $worker => $handle) {
        $answers[$worker] = isset($errors[$worker]) ? ['error' => $errors[$worker]] : [
            'status' => curl_getinfo($handle, CURLINFO_RESPONSE_CODE),
            'id' => $ids[$worker] ?? null,
            'body' => base64_encode(curl_multi_getcontent($handle)),
        ];
        curl_multi_remove_handle($multi, $handle);
    }
    return $answers;
}

$multi = curl_multi_init();
$handles = [];
while (($line = fgets(STDIN)) !== false) {
    $lists = json_decode($line, true);
    $answers = array_map(fn() => [], $lists);
    for ($turn = 0; $turn < max(array_map('count', $lists)); $turn++) {
        $asking = [];
        foreach ($lists as $worker => $list) {
            if (!isset($list[$turn])) continue;
            $asking[$worker] = $handles[$worker] ??= curl_init();
            transfer($asking[$worker], $argv[1], $list[$turn]);
        }
        foreach (run($multi, $asking) as $worker => $answer) $answers[$worker][] = $answer;
    }
    echo json_encode($answers), "\n";
}
