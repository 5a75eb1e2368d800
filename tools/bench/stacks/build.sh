#!/usr/bin/env bash
# build.sh OUTFOLDER: fetches the packages of four stacks from the package index and builds libstack_PEER.so of each for
# the H100 and H200. Needs nvcc, python3 with pip, curl and unzip; no GPU. A stack that cannot be built is named with
# its error, the others are built all the same; exit 1 if any is missing. OUTFOLDER/versions.txt says what was built.
# CACHE=FOLDER (default: OUTFOLDER/cache) keeps packages and logs; ONLY="flashinfer vllm" builds these alone.
# FLASHINFER, SGLANG, VLLM, CCCL and TVM_FFI=VERSION take another version than the pinned one. SGLANG_CLUSTERS=N: how many
# clusters of 8 blocks, two blocks an SM, are resident at once (SGLang asks the GPU that; see stack_note).
# shellcheck disable=SC2317 # the functions build_PEER are called by their names
set -euo pipefail
(($# == 1)) || { echo "error: usage: build.sh OUTFOLDER" >&2; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
cache=${CACHE:-$out/cache}
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)

# convention: the newest versions on 2026-11-30
flashinfer=${FLASHINFER:-0.7.4}   # of 2026-11-11
sglang=${SGLANG:-0.5.23}          # of 2026-10-30
vllm=${VLLM:-0.33.0}              # of 2026-11-02
cccl=${CCCL:-1.2.1}               # of 2026-09-28; its CUB is 3.6.0
tvm_ffi=${TVM_FFI:-0.1.15.post2}  # of 2026-10-29; headers for SGLang's
sglang_clusters=${SGLANG_CLUSTERS:-30} # convention: what topk_v2.cuh has for the H200 where it is not asked
bytes_max=$((10 * 1024 * 1024))   # bound: of one library, so that all travel to a GPU machine in one go

flags=(-O3 -gencode "arch=compute_90a,code=sm_90a" -shared -cudart static -diag-suppress "177,802,1575"
    -Xcompiler "-fPIC,-fvisibility=hidden" -I"$here")
printf '{ global: stack_*; local: *; };\n' >"$cache/stack.map"
flags+=(-Xlinker "--no-undefined,-Bsymbolic,-s,--version-script=$cache/stack.map")

fetch() { # PACKAGE PREFIX SUFFIX: unpacks to $cache/PACKAGE-FILE, whose path it prints
    local file folder
    file=$(python3 -B "$here/fetch.py" "$1" "$2" "$3" "$cache") || return 1
    folder=$cache/$(basename "$file").d
    if [[ ! -e $folder/.unpacked ]]; then
        mkdir -p "$folder"
        case $file in
        *.whl) python3 -m zipfile -e "$file" "$folder" ;;
        *) tar -xzf "$file" -C "$folder" ;;
        esac || return 1
        touch "$folder/.unpacked"
    fi
    printf '%s\n' "$folder"
}

build_cccl() {
    local headers
    headers=$(fetch cuda-cccl "cuda_cccl-$cccl-cp312-cp312-" "x86_64.whl")/cuda/cccl/headers/include || return 1
    nvcc -std=c++17 "${flags[@]}" -DSTACK_VERSION="\"$cccl\"" -I"$headers" "$here/stack_cccl.cu" -o "$1"
}

build_flashinfer() {
    local data
    data=$(fetch flashinfer-python "flashinfer_python-$flashinfer-" "-none-any.whl")/flashinfer/data || return 1
    # Flags as its jit/core.py has them.
    nvcc -std=c++17 -use_fast_math -DNDEBUG "${flags[@]}" -DSTACK_VERSION="\"$flashinfer\"" \
        -I"$here/shims/flashinfer" -I"$data/include" -I"$data/cccl/cub" -I"$data/cccl/thrust" \
        -I"$data/cccl/libcudacxx/include" "$here/stack_flashinfer.cu" -o "$1"
}

build_sglang() {
    local jit tvm
    jit=$(fetch sglang "sglang-$sglang-cp312-cp312-" "x86_64.whl")/sglang/kernels/jit || return 1
    tvm=$(fetch apache-tvm-ffi "apache_tvm_ffi-$tvm_ffi-cp312-cp312-" "x86_64.whl")/tvm_ffi || return 1
    # Flags as its jit/utils/arch.py and dsv4/topk.py have them; the 0 is said in stack_sglang.cu.
    nvcc -std=c++20 --expt-relaxed-constexpr -DSGL_CUDA_ARCH=900 -DSGL_TOPK_V2_MAX_C8_OCC2="$sglang_clusters" \
        -DSGL_TOPK_V2_MAX_C16_OCC1=0 "${flags[@]}" -DSTACK_VERSION="\"$sglang\"" -I"$jit/include" -I"$jit/csrc" \
        -I"$tvm/include" -I"$tvm/3rdparty/dlpack/include" "$here/stack_sglang.cu" -o "$1"
}

build_vllm() {
    local source copy=$cache/vllm-$vllm-topk
    source=$(fetch vllm "vllm-$vllm" ".tar.gz")/vllm-$vllm/csrc || return 1
    # Copied, so that headers that the shims stand for do not lie next to what includes them.
    rm -rf "$copy"
    mkdir -p "$copy"
    cp "$source"/{topk,cooperative_topk,sampler}.cu "$source"/*topk*.cuh "$copy" || return 1
    nvcc -std=c++17 "${flags[@]}" -DSTACK_VERSION="\"$vllm\"" -I"$here/shims/vllm" -I"$copy" "$here/stack_vllm.cu" \
        -o "$1"
}

missing=0
: >"$out/versions.txt"
for peer in ${ONLY:-flashinfer sglang vllm cccl}; do
    library=$out/libstack_$peer.so
    rm -f "$library"
    if "build_$peer" "$library" >"$cache/$peer.log" 2>&1; then
        bytes=$(stat -c %s "$library")
        if ((bytes > bytes_max)); then
            rm -f "$library"
            line="$peer ${!peer}: not built: too_large: $bytes bytes, more than $bytes_max"
            missing=1
        else
            line="$peer ${!peer}: built, $bytes bytes"
        fi
    else
        line="$peer ${!peer}: not built: failed: $(grep -m 1 -E 'error|Error' "$cache/$peer.log" || tail -n 1 "$cache/$peer.log")"
        missing=1
    fi
    printf '%s\n' "$line" | tee -a "$out/versions.txt"
done
printf 'nvcc: %s\n' "$(nvcc --version | sed -n 's/.*release //p')" >>"$out/versions.txt"
exit "$missing"
